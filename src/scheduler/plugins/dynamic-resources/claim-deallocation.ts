import type { Pod } from '../../../snapshot/cluster.ts'
import type { FilterResult } from '../../filter/filter-result.ts'
import { FITS } from '../../framework/status-table.ts'
import { ClaimFilter } from './claim-filter.ts'

/** What DynamicResources' PostFilter would do for a pod that fits nowhere. */
export type ClaimRelief =
  /** The pod has no claims (or was refused for them): nothing to do. */
  | 'no-claims'
  /** A claim that only this pod uses gives its devices back, to get others elsewhere. */
  | 'deallocates'
  /** The claim that an earlier attempt made for extended resources is deleted. */
  | 'deletes'
  | 'no-help'

const NAME = 'DynamicResources'

/** `filter`: null when PreFilter refused the pod, `refusedBy` then names the plugin. */
export function claimRelief(
  pod: Pod,
  filter: FilterResult | null,
  refusedBy: string | null,
): ClaimRelief {
  if (filter === null) {
    return refusedBy === NAME || pod.signature.resourceClaims.length === 0 ? 'no-claims' : 'no-help'
  }
  const judge = filter.pass.filters.find(({ plugin }) => plugin === NAME)?.filter
  if (judge === undefined) return 'no-claims'
  if (!(judge instanceof ClaimFilter)) return 'deletes'
  return frees(judge, pod, filter) ? 'deallocates' : 'no-help'
}

/** A claim that some node could not serve, where the search got as far as that. */
function frees(judge: ClaimFilter, pod: Pod, { verdict, statuses, search }: FilterResult): boolean {
  for (let node = 0; node < verdict.length; node++) {
    if (verdict[node] === FITS || search.searched?.[node] === 0) continue
    if (statuses.get(verdict[node]).plugin !== NAME) continue
    for (const { reservedFor } of judge.unavailableOn(node)) {
      if (reservedFor.every((uid) => uid === pod.uid) && reservedFor.length <= 1) return true
    }
  }
  return false
}

/** The plugin's part of the message, empty for none; `saysNothingNew`: also when it does nothing. */
export function tellRelief(relief: ClaimRelief, saysNothingNew: boolean): string {
  switch (relief) {
    case 'deallocates':
      return 'deallocation of ResourceClaim completed'
    case 'deletes':
      return 'deletion of ResourceClaim completed'
    case 'no-claims':
      return saysNothingNew ? 'no new claims to deallocate' : ''
    case 'no-help':
      return saysNothingNew ? 'still not schedulable' : ''
  }
}
