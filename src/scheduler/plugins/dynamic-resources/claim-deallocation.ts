import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { FilterResult } from '../../filter/filter-result.ts'
import { ownFilter } from '../../filter/watched-filter.ts'
import { FITS } from '../../framework/status-table.ts'
import { isConsumer } from './claim-placement.ts'
import { DeviceFilter } from './device-filter.ts'

/** What DynamicResources' PostFilter would do for a pod that fits nowhere. */
export interface ClaimRelief {
  readonly kind: /** The pod has no claims (or was refused for them): nothing to do. */
    | 'no-claims'
    /** A claim that only this pod uses gives its devices back, to get others elsewhere. */
    | 'deallocates'
    /** The claim that an earlier attempt made for extended resources is deleted. */
    | 'deletes'
    | 'no-help'
  /** Namespace and name of each claim that it may be; upstream draws one. */
  readonly claims: readonly string[]
}

const NAME = 'DynamicResources'
const NO_CLAIMS: ClaimRelief = { kind: 'no-claims', claims: [] }
const NO_HELP: ClaimRelief = { kind: 'no-help', claims: [] }

/** `filter`: null when PreFilter refused the pod, `refusedBy` then names the plugin. */
export function claimRelief(
  pod: Pod,
  filter: FilterResult | null,
  refusedBy: string | null,
): ClaimRelief {
  if (filter === null) {
    return refusedBy === NAME || pod.signature.resourceClaims.length === 0 ? NO_CLAIMS : NO_HELP
  }
  const found = filter.pass.filters.find(({ plugin }) => plugin === NAME)
  if (found === undefined) return NO_CLAIMS
  const judge = ownFilter(found.filter)
  if (!(judge instanceof DeviceFilter)) return NO_HELP
  const freeable = freeableClaims(judge, pod, filter)
  if (freeable.size > 0) return { kind: 'deallocates', claims: [...freeable].map(nameOf) }
  const stale = judge.devices.claims.extended?.stale ?? null
  return stale === null ? NO_HELP : { kind: 'deletes', claims: [nameOf(stale)] }
}

function nameOf({ namespace, name }: ResourceClaim): string {
  return `${namespace}/${name}`
}

/** Claims that some node could not serve, where the search got as far as that. */
function freeableClaims(
  judge: DeviceFilter,
  pod: Pod,
  { verdict, search }: FilterResult,
): Set<ResourceClaim> {
  const claims = new Set<ResourceClaim>()
  for (let node = 0; node < verdict.length; node++) {
    if (verdict[node] === FITS || search.searched?.[node] === 0) continue
    for (const claim of judge.unavailableOn(node)) if (isFreeable(claim, pod)) claims.add(claim)
  }
  return claims
}

function isFreeable({ reservedFor }: ResourceClaim, pod: Pod): boolean {
  const [first] = reservedFor
  return first === undefined || (reservedFor.length === 1 && isConsumer(first, pod))
}

/** The plugin's part of the message, empty for none; `saysNothingNew`: also when it does nothing. */
export function tellRelief({ kind }: ClaimRelief, saysNothingNew: boolean): string {
  switch (kind) {
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
