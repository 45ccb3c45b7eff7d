import type { PostFilterRound } from '../framework/post-filter-plugin.ts'
import type { Profile } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import type { Preemption } from './preemption.ts'

/** What the round is about, besides the pod and the profile's plugins. */
export type PostFilterContext = Omit<PostFilterRound, 'rules' | 'hasPreFiltered'>

export interface PostFilterResult {
  /** What follows the fit error in the message; empty for nothing. */
  readonly message: string
  readonly preemption: Preemption | null
  /** ResourceClaims, one of which is freed for the pod. */
  readonly deallocations: readonly string[]
}

/** PostFilter, for a pod that fits nowhere: what each plugin says, and whom preemption would displace. */
export function postFilter(context: PostFilterContext, profile: Profile): PostFilterResult {
  const { rules } = profile
  const hasPreFiltered = (plugin: string) => ranPreFilter(profile, plugin, context.preFilter)
  const round: PostFilterRound = { ...context, rules, hasPreFiltered }
  const messages: string[] = []
  let found: Preemption | null = null
  let freed: readonly string[] = []
  for (const plugin of profile.postFilter) {
    const { message, ends, preemption = null, deallocations = [] } = plugin.postFilter(round)
    freed = [...freed, ...deallocations]
    if (ends) return { message, preemption, deallocations: freed }
    found ??= preemption
    messages.push(message)
  }
  const message = messages.filter((one) => one !== '').join(', ')
  return { message, preemption: found, deallocations: freed }
}

/** It is configured, and none before it refused the pod for good. */
export function ranPreFilter(
  { preFilter }: Profile,
  plugin: string,
  refusal: Rejection | null,
): boolean {
  const place = preFilter.findIndex(({ name }) => name === plugin)
  if (place < 0 || refusal === null || refusal.code === 'Unschedulable') return place >= 0
  return place <= preFilter.findIndex(({ name }) => name === refusal.plugin)
}
