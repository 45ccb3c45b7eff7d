import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodExtenders } from '../extenders/pod-extenders.ts'
import type { FilterResult } from '../filter/filter-result.ts'
import type { Nominations } from '../nominations.ts'
import type { Preemption } from '../preemption/preemption.ts'
import type { CycleRules } from './cycle-rules.ts'
import type { GroupPostFilterOutcome, GroupPostFilterRound } from './group-post-filter.ts'
import type { Rejection } from './status-table.ts'

/** One pod that fits nowhere, as the plugins of PostFilter see it. */
export interface PostFilterRound {
  readonly cluster: Cluster
  readonly rules: CycleRules
  readonly nominations: Nominations
  readonly nowMs: number | null
  /** The caller wants to know whom a preemption would displace. */
  readonly wantsPreemption: boolean
  readonly pod: Pod
  /** Why PreFilter refused the pod; null where it did not. */
  readonly preFilter: Rejection | null
  /** What the filters said; null where PreFilter refused the pod. */
  readonly filter: FilterResult | null
  /** Those that the pod is shown to; null for none. */
  readonly extenders: PodExtenders | null
  /** Whether that plugin's PreFilter ran: it is configured, and none before it refused the pod for good. */
  hasPreFiltered(plugin: string): boolean
}

export interface PostFilterOutcome {
  /** What the plugin adds to the message; empty for nothing. */
  readonly message: string
  /** Success or an error: no other plugin is asked, and nothing that others said is kept. */
  readonly ends: boolean
  readonly preemption?: Preemption
  /** ResourceClaims, one of which is freed for the pod. */
  readonly deallocations?: readonly string[]
}

/** A plugin that looks for a way out for a pod, or a group of pods, that fits nowhere. */
export interface PostFilterPlugin {
  readonly name: string
  postFilter(round: PostFilterRound): PostFilterOutcome
  /** PodGroupPostFilter; null: it has nothing to say. */
  groupPostFilter?(round: GroupPostFilterRound): GroupPostFilterOutcome | null
}
