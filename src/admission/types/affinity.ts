/** Affinity and topology spread constraints, core/v1. See field.ts for how a field is written. */
export const AFFINITY_TYPES = {
  Affinity: {
    nodeAffinity: '*NodeAffinity',
    podAffinity: '*PodAffinity',
    podAntiAffinity: '*PodAntiAffinity',
  },
  NodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: '*NodeSelector',
    preferredDuringSchedulingIgnoredDuringExecution: '[]PreferredSchedulingTerm',
  },
  NodeSelector: {
    nodeSelectorTerms: '[]NodeSelectorTerm!',
  },
  NodeSelectorTerm: {
    matchExpressions: '[]NodeSelectorRequirement',
    matchFields: '[]NodeSelectorRequirement',
  },
  NodeSelectorRequirement: {
    key: 'string!',
    operator: 'string(v1.NodeSelectorOperator)!',
    values: '[]string',
  },
  PreferredSchedulingTerm: {
    weight: 'int32!',
    preference: 'NodeSelectorTerm!',
  },
  PodAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: '[]PodAffinityTerm',
    preferredDuringSchedulingIgnoredDuringExecution: '[]WeightedPodAffinityTerm',
  },
  PodAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: '[]PodAffinityTerm',
    preferredDuringSchedulingIgnoredDuringExecution: '[]WeightedPodAffinityTerm',
  },
  PodAffinityTerm: {
    labelSelector: '*LabelSelector',
    namespaces: '[]string',
    topologyKey: 'string!',
    namespaceSelector: '*LabelSelector',
    matchLabelKeys: '[]string',
    mismatchLabelKeys: '[]string',
  },
  WeightedPodAffinityTerm: {
    weight: 'int32!',
    podAffinityTerm: 'PodAffinityTerm!',
  },
  TopologySpreadConstraint: {
    maxSkew: 'int32!',
    topologyKey: 'string!',
    whenUnsatisfiable: 'string(v1.UnsatisfiableConstraintAction)!',
    labelSelector: '*LabelSelector',
    minDomains: '*int32',
    nodeAffinityPolicy: '*string(v1.NodeInclusionPolicy)',
    nodeTaintsPolicy: '*string(v1.NodeInclusionPolicy)',
    matchLabelKeys: '[]string',
  },
} as const
