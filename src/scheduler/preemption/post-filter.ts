import type { Pod } from '../../snapshot/cluster.ts'
import type { FilterResult } from '../filter/filter-result.ts'
import type { Profile } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import { claimRelief, tellRelief } from '../plugins/dynamic-resources/claim-deallocation.ts'
import { type Preemption, type PreemptionContext, previewPreemption } from './preemption.ts'

/** What the round is about, besides the pod. */
export interface PostFilterContext extends PreemptionContext {
  readonly wantsPreemption: boolean
}

export interface PostFilterResult {
  /** What follows the fit error in the message; empty for nothing. */
  readonly message: string
  readonly preemption: Preemption | null
}

const NOT_FOUND = 'not found'

/** PostFilter, for a pod that fits nowhere: what each plugin says, and whom preemption would displace. */
export function postFilter(
  context: PostFilterContext,
  pod: Pod,
  preFilter: Rejection | null,
  filter: FilterResult | null,
): PostFilterResult {
  const { profile, wantsPreemption } = context
  const parts: string[] = []
  let preemption: Preemption | null = null
  for (const name of profile.postFilter) {
    if (name === 'DynamicResources') {
      // Without the state that its PreFilter leaves: an error that ends the attempt.
      if (!hasPreFiltered(profile, name, preFilter)) return { message: NOT_FOUND, preemption: null }
      const relief = claimRelief(pod, filter, preFilter?.plugin ?? null)
      parts.push(tellRelief(relief, profile.rules.saysNoNewClaims && wantsPreemption))
    } else if (wantsPreemption) {
      preemption = previewPreemption(context, pod, filter)
      const told = tell(preemption, profile)
      // Success or an error ends the round, and nothing that others said is kept.
      if (preemption.node >= 0 || preemption.failed) return { message: told, preemption }
      parts.push(told)
    }
  }
  return { message: parts.filter((part) => part !== '').join(', '), preemption }
}

/** Whether the plugin's PreFilter ran: it is configured, and none before it refused the pod for good. */
function hasPreFiltered(profile: Profile, plugin: string, refusal: Rejection | null): boolean {
  const place = profile.preFilter.findIndex(({ name }) => name === plugin)
  if (place < 0 || refusal === null || refusal.code === 'Unschedulable') return place >= 0
  return place <= profile.preFilter.findIndex(({ name }) => name === refusal.plugin)
}

/** What the message says of a preemption; empty for nothing. */
function tell({ node, message }: Preemption, { rules: { saysPreemption } }: Profile): string {
  const isSilent = saysPreemption === 'never' || (saysPreemption === 'failed' && node >= 0)
  return isSilent ? '' : `preemption: ${message}`
}
