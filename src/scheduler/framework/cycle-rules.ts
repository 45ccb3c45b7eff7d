import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { ExtenderRules } from '../extenders/extender-rules.ts'
import type { VictimRules } from '../preemption/victims.ts'

/** Where releases differ in what the cycle itself does, as data; see releases.ts and classic/. */
export interface CycleRules {
  /** Looked at before the nodes: the text of the error that ends the attempt, or null. */
  readonly precheck: ((cluster: Cluster, pod: Pod) => string | null) | null
  /** A filter's error ends the attempt: the first one alone, or all of them with their numbers. */
  readonly errors: 'first' | 'aggregated'
  /** Pods that a preemption nominated to a node count there already for others. */
  readonly respectsNominations: boolean
  /** Also those of pods that PreEnqueue keeps out of the queue. */
  readonly nominatesGated: boolean
  /** The node that the pod is nominated to itself is tried first, and wins if it passes. */
  readonly triesNominatedNode: boolean
  readonly selection: Selection
  /** Upstream draws one of several best nodes at random; here `selection` says which. */
  readonly drawsTies: boolean
  /** Where the next search starts: after the feasible node that was one too many, or at it. */
  readonly resumesAfterSurplus: boolean
  readonly victims: VictimRules
  /** What the message tells of a preemption. */
  readonly saysPreemption: 'always' | 'failed' | 'never'
  readonly extenders: ExtenderRules
}

/**
 * Which of several best nodes is chosen: by their places in a heap (tie-break.ts), or in turn, the
 * names in descending order or the nodes in the order of the search.
 */
export type Selection = 'heap' | 'turn-by-name' | 'turn-by-order'
