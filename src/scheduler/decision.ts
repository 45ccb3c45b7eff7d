import type { Pod } from '../snapshot/pods/pod.ts'
import type { FilterResult } from './filter/filter-result.ts'
import type { OpenNodes } from './filter/open-nodes.ts'
import type { Gap } from './framework/gap.ts'
import type { Rejection } from './framework/status-table.ts'
import type { Preemption } from './preemption/preemption.ts'
import type { ScoreState } from './score/score-state.ts'

export type Outcome =
  | 'scheduled'
  | 'unschedulable'
  | 'gated'
  | 'notResponsible'
  | 'alreadyAssigned'
  | 'terminating'
  /** It rests on something that was not seen, or is not judged. */
  | 'unknown'
  | 'error'

/** The answer for one pod, as the scheduler gives it; `explain` makes it readable. */
export interface Decision {
  readonly pod: Pod
  readonly outcome: Outcome
  /** Row of the node, -1 for none. */
  readonly node: number
  /** The node that an assigned pod names, which the snapshot may lack. */
  readonly assignedTo: string | null
  readonly message: string
  /** The whole pod was rejected before any node was looked at. */
  readonly preFilter: Rejection | null
  readonly filter: FilterResult | null
  readonly scores: ScoreState | null
  readonly preemption: Preemption | null
  /** ResourceClaims, one of which PostFilter would free for a pod that fits nowhere. */
  readonly deallocations: readonly string[]
  /** namespace/name of the PodGroup that it was decided with; absent for one decided alone. */
  readonly group?: string
  /** Row of the node that its group nominates it to, whatever its own preemption says; -1 for none. */
  readonly nominatedTo?: number
  /** Nodes of which it cannot be told whether they are feasible; null for none. */
  readonly open: OpenNodes | null
  /** What the outcome, or the message of one that stands, rests on and was not seen. */
  readonly unknown: readonly Gap[]
  /** Where the next search would start. */
  readonly nextStartIndex: number
  /** The counter with which the next tie would be broken in turn. */
  readonly nextRoundRobin: number
}

/** The answer of which nothing is known but the outcome. */
export function emptyDecision(
  pod: Pod,
  outcome: Outcome,
  nextStartIndex: number,
  nextRoundRobin: number,
): Decision {
  return {
    pod,
    outcome,
    node: -1,
    assignedTo: null,
    message: '',
    preFilter: null,
    filter: null,
    scores: null,
    preemption: null,
    deallocations: [],
    open: null,
    unknown: [],
    nextStartIndex,
    nextRoundRobin,
  }
}
