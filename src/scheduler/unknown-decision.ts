import type { Cluster } from '../snapshot/cluster.ts'
import type { CachedCycleState } from './cached-cycle-state.ts'
import type { Decision } from './decision.ts'
import { FeasibleNodes } from './filter/feasible-nodes.ts'
import type { FilterResult } from './filter/filter-result.ts'
import type { OpenNodes } from './filter/open-nodes.ts'
import { absentKind, type Gap, unionOfGaps } from './framework/gap.ts'
import type { StatusTable } from './framework/status-table.ts'

const NO_NODES = 'no nodes available to schedule pods'
const SCHEDULER = 'kube-scheduler'
const NONE_FEASIBLE = new FeasibleNodes(0)

/** What the findings about a pod rest on and was not seen; `podGaps` concern it before any node. */
export function unseen(statuses: StatusTable, podGaps: readonly Gap[]): readonly Gap[] {
  return statuses.hasUnknown ? unionOfGaps(podGaps, statuses.allGaps()) : podGaps
}

/** Some nodes cannot be told to be feasible or not: given are the verdicts and scores that are certain. */
export function unknownDecision(
  none: Decision,
  cycleState: CachedCycleState,
  filter: FilterResult,
  open: OpenNodes,
): Decision {
  const scores = cycleState.certainScores(none.pod, open.possible, open.verdict)
  const known = open.hasAll ? withoutFeasible(filter) : filter
  return { ...none, outcome: 'unknown', filter: known, scores, open, unknown: open.gaps }
}

/**
 * No node is feasible for an attempt that failed, whatever the filters said of each; and where
 * something was not seen, it cannot be told whether the attempt would come as far as that.
 */
export function failedDecision(failed: Decision, gaps: readonly Gap[]): Decision {
  const filter = failed.filter === null ? null : withoutFeasible(failed.filter)
  if (gaps.length === 0) return { ...failed, filter }
  return { ...failed, filter, outcome: 'unknown', message: '', preFilter: null, unknown: gaps }
}

/** There are no nodes, or nothing is known of them. */
export function withoutNodes(none: Decision, cluster: Cluster, gaps: readonly Gap[]): Decision {
  if (cluster.readBy(SCHEDULER, 'outcome').isUnknown('nodes')) {
    return { ...none, outcome: 'unknown', unknown: [absentKind('nodes', SCHEDULER)] }
  }
  return gaps.length > 0 ? unsureRefusal(none, gaps) : { ...none, message: NO_NODES }
}

function withoutFeasible(filter: FilterResult): FilterResult {
  return { ...filter, search: { ...filter.search, feasible: NONE_FEASIBLE } }
}

/** That no node fits is certain, and the scheduler's words for it, and what would help, are not. */
export function unsureRefusal(refused: Decision, gaps: readonly Gap[]): Decision {
  return { ...refused, message: '', preemption: null, unknown: gaps }
}
