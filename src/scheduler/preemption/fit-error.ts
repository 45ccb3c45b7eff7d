import type { FilterResult, Strangers } from '../filter/filter-result.ts'
import { countReasons, fitErrorMessage, preFilterMessage } from '../framework/fit-error-message.ts'
import type { Profile } from '../framework/profile.ts'
import type { Rejection, StatusTable } from '../framework/status-table.ts'
import { type PostFilterContext, postFilter } from './post-filter.ts'
import type { Preemption } from './preemption.ts'

/** What a pod that fits nowhere is told, and whom it would have to displace. */
export interface FitError {
  readonly message: string
  readonly preemption: Preemption | null
  /** ResourceClaims, one of which is freed for the pod. */
  readonly deallocations: readonly string[]
}

/** PostFilter and the FitError's text; either PreFilter refused the pod or the filters every node. */
export function buildFitError(context: PostFilterContext, profile: Profile): FitError {
  const { message, ...result } = postFilter(context, profile)
  const head = fitErrorText(context.cluster.nodes.count, context.preFilter, context.filter)
  return { message: message === '' ? head : `${head} ${message}`, ...result }
}

function fitErrorText(
  nodeCount: number,
  preFilter: Rejection | null,
  filter: FilterResult | null,
): string {
  if (preFilter !== null) return preFilterMessage(nodeCount, preFilter.reasons)
  if (filter === null) return fitErrorMessage(nodeCount, new Map())
  const { reportedVerdict, statuses, strangers } = filter
  const counts = countReasons(reportedVerdict, statuses)
  if (strangers !== undefined) countStrangers(counts, strangers, statuses)
  return fitErrorMessage(nodeCount, counts)
}

/** Nodes of which nothing is said are as many as there are fewer statuses than nodes. */
function countStrangers(
  counts: Map<string, number>,
  { reasons, untold }: Strangers,
  statuses: StatusTable,
): void {
  for (const reason of statuses.get(untold).reasons) {
    const left = (counts.get(reason) ?? 0) - reasons.length
    if (left > 0) counts.set(reason, left)
    else counts.delete(reason)
  }
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
}
