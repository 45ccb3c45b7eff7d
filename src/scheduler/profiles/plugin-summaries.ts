/** What each in-tree plugin does, in one line, for GET /v1/profiles. */
export const PLUGIN_SUMMARIES: ReadonlyMap<string, string> = new Map([
  ['SchedulingGates', 'Keeps pods with scheduling gates out of the queue.'],
  ['PrioritySort', 'Orders the queue by priority, then by age.'],
  ['NodeName', 'Admits only the node that the pod names.'],
  ['NodeUnschedulable', 'Refuses cordoned nodes, unless the pod tolerates that.'],
  [
    'TaintToleration',
    'Refuses nodes whose hard taints the pod does not tolerate; prefers those with the fewest soft ones.',
  ],
  [
    'NodeAffinity',
    "Admits nodes that match the pod's nodeSelector and node affinity, and prefers those it prefers.",
  ],
  ['NodePorts', 'Refuses nodes where a host port of the pod is taken.'],
  [
    'NodeResourcesFit',
    'Refuses nodes without room for what the pod requests; scores how full a node would be.',
  ],
  ['VolumeRestrictions', 'Refuses nodes where a volume of the pod is in use and cannot be shared.'],
  ['NodeVolumeLimits', 'Refuses nodes that would exceed the volumes that a CSI driver can attach.'],
  [
    'VolumeBinding',
    "Admits nodes that the pod's bound volumes reach and where its other claims find a volume or capacity.",
  ],
  ['VolumeZone', "Refuses nodes outside the zones and regions of the pod's volumes."],
  [
    'PodTopologySpread',
    'Keeps the difference between topology domains within maxSkew; prefers the emptier domains.',
  ],
  [
    'InterPodAffinity',
    'Keeps pods together or apart as they and running pods ask; prefers what they prefer.',
  ],
  ['DynamicResources', "Admits nodes that can serve the pod's resource claims."],
  ['DefaultPreemption', 'Finds lower-priority pods whose removal would make room.'],
  [
    'NodeResourcesBalancedAllocation',
    'Prefers nodes whose resources would be used in like proportions.',
  ],
  ['ImageLocality', "Prefers nodes that have the pod's images."],
  ['DefaultBinder', 'Binds the pod to its node.'],
  ['NodeDeclaredFeatures', 'Refuses nodes that do not declare a feature that the pod needs.'],
])
