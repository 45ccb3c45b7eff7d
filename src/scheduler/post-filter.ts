import type { Cluster, Pod } from '../snapshot/cluster.ts'
import type { CycleOptions } from './cycle.ts'
import type { FilterResult } from './decision.ts'
import type { Nominations } from './nominations.ts'
import type { Preemption } from './preemption.ts'
import type { Profile } from './profile.ts'
import type { Rejection } from './rejections.ts'

export interface PostFilterResult {
  readonly message: string
  readonly preemption: Preemption | null
}

export function postFilter(
  _cluster: Cluster,
  _profile: Profile,
  _options: CycleOptions,
  _nominations: Nominations,
  _pod: Pod,
  _preFilter: Rejection | null,
  _filter: FilterResult | null,
): PostFilterResult {
  return { message: '', preemption: null }
}
