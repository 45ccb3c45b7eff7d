import type { PreemptionArgs } from '../framework/profile.ts'
import type { AddedAffinity } from '../plugins/node-affinity.ts'
import type {
  ScoringStrategy,
  ShapePoint,
  WeightedResource,
} from '../plugins/node-resources/scoring-strategy.ts'
import {
  type SpreadDefaults,
  SYSTEM_DEFAULTS,
} from '../plugins/pod-topology-spread/spread-constraints.ts'

/** The arguments of all in-tree plugins that have any, as a configuration sets them or by default. */
export interface PluginArgs {
  readonly fit: {
    readonly strategy: ScoringStrategy
    readonly ignoredResources: readonly string[]
    readonly ignoredResourceGroups: readonly string[]
  }
  readonly balancedAllocation: { readonly resources: readonly WeightedResource[] }
  readonly interPodAffinity: {
    readonly hardPodAffinityWeight: number
    readonly ignorePreferredTermsOfExistingPods: boolean
  }
  readonly nodeAffinity: { readonly added: AddedAffinity | null }
  readonly podTopologySpread: SpreadDefaults
  /** Null: the release's own shape, where it scores storage at all. */
  readonly volumeBinding: { readonly shape: readonly ShapePoint[] | null }
  readonly defaultPreemption: PreemptionArgs
}

/** What resources count where a configuration names none. */
export const CPU_AND_MEMORY: readonly WeightedResource[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
]

/** apis/config/v1/defaults.go. */
export const DEFAULT_ARGS: PluginArgs = {
  fit: {
    strategy: { type: 'LeastAllocated', resources: CPU_AND_MEMORY, shape: [] },
    ignoredResources: [],
    ignoredResourceGroups: [],
  },
  balancedAllocation: { resources: CPU_AND_MEMORY },
  interPodAffinity: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false },
  nodeAffinity: { added: null },
  podTopologySpread: SYSTEM_DEFAULTS,
  volumeBinding: { shape: null },
  defaultPreemption: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 },
}
