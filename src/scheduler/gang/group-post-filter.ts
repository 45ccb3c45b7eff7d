import type { Cluster } from '../../snapshot/cluster.ts'
import type { Gap } from '../framework/gap.ts'
import type { GroupPostFilterRound, GroupPreemption } from '../framework/group-post-filter.ts'
import type { Profile } from '../framework/profile.ts'
import { ranPreFilter } from '../preemption/post-filter.ts'
import type { GroupAttempt } from './group-attempt.ts'

/** What a group came to: the attempt, and what was done about its failure. */
export interface GroupResult {
  readonly attempt: GroupAttempt
  /** The whole message of a group that failed. */
  readonly message: string
  readonly preemption: GroupPreemption | null
}

/** PodGroupPostFilter, for a group that fits nowhere: what each plugin says, and whom it would displace. */
export function groupPostFilter(
  { nodes }: Cluster,
  profile: Profile,
  attempt: GroupAttempt,
  context: Omit<GroupPostFilterRound, 'hasPreFiltered'>,
): GroupResult {
  const round: GroupPostFilterRound = {
    ...context,
    hasPreFiltered: (plugin) =>
      nodes.count > 0 &&
      attempt.results.some(({ preFilter }) => ranPreFilter(profile, plugin, preFilter)),
  }
  const reasons: string[] = []
  let preemption: GroupPreemption | null = null
  for (const plugin of profile.postFilter) {
    const outcome = plugin.groupPostFilter?.(round) ?? null
    if (outcome === null) continue
    if (outcome.kind === 'error') return broken(attempt, plugin.name, outcome.message)
    if (outcome.kind === 'reason') {
      reasons.push(outcome.message)
      continue
    }
    preemption = outcome.preemption
    if (preemption.unknown.length > 0) return unclear(attempt, preemption.unknown)
    if (preemption.ends) reasons.length = 0
    reasons.push(preemption.message)
    if (preemption.ends) break
  }
  return { attempt, message: [attempt.reasons.join(', '), ...reasons].join(', '), preemption }
}

/** The attempt ends in an error of a plugin. */
function broken(attempt: GroupAttempt, plugin: string, error: string): GroupResult {
  const message = `error in ${JSON.stringify(plugin)} PodGroupPostFilter plugins: ${error}`
  return { attempt: { ...attempt, status: 'error', reasons: [message] }, message, preemption: null }
}

/** What helps the group, and so what is said of it, rests on what was not seen. */
function unclear(attempt: GroupAttempt, unknown: readonly Gap[]): GroupResult {
  return { attempt: { ...attempt, status: 'unknown', unknown }, message: '', preemption: null }
}
