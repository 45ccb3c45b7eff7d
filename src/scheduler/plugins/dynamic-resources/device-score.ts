import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { ClaimPlan } from '../../devices/search/claim-plan.ts'
import type { PickedDevice } from '../../devices/search/device-picks.ts'

/** A request has at most so many alternatives; the first is worth the most. */
const ALTERNATIVES_MAX = 8

/** The earlier the alternatives stand that were taken, the better (computeScore). */
export function alternativesScore(
  plans: readonly ClaimPlan[],
  devices: readonly PickedDevice[],
): number {
  let score = 0
  let claim = -1
  let request = -1
  const seen = new Set<number>()
  for (const device of devices) {
    if (device.claim !== claim || device.request !== request) seen.clear()
    claim = device.claim
    request = device.request
    const { hasAlternatives, written } = plans[claim].requests[request]
    if (!hasAlternatives || written.exactly !== null || seen.has(device.alternative)) continue
    seen.add(device.alternative)
    score += ALTERNATIVES_MAX - device.alternative
  }
  return score
}

/** What a claim that has its devices adds to the score of every node. */
export function allocatedScore({ allocation, devices }: ResourceClaim): number {
  const taken = new Set(allocation?.devices.map(({ request }) => request))
  let score = 0
  for (const { name, exactly, firstAvailable } of devices.requests ?? []) {
    if (exactly !== null) continue
    for (const [index, one] of firstAvailable.entries()) {
      if (taken.has(`${name}/${one.name}`)) score += ALTERNATIVES_MAX - index
    }
  }
  return score
}
