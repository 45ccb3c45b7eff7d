import type { JsonObject } from '../../../snapshot/json/fields.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { ClaimPlan, Demand, RequestPlan } from '../search/claim-plan.ts'

/** A configuration as it stands in an allocation. */
interface Entry {
  readonly source: 'FromClass' | 'FromClaim'
  requests: string[]
  readonly written: JsonObject
}

/**
 * The configurations of an allocation: those of the device classes, then those of the claim that
 * concern what was taken. `chosen`: which alternative, by request.
 */
export function allocationConfig(
  plan: ClaimPlan,
  chosen: readonly number[],
  { configurations }: DeviceRules,
): JsonObject[] {
  const taken = plan.requests.map((request, index) => ({
    request,
    demand: request.demands[chosen[index]],
  }))
  const entries = [...ofClasses(taken), ...ofClaim(plan, taken, configurations)]
  if (configurations === 'once') {
    // What concerns all requests names none.
    for (const entry of entries) {
      if (taken.every((one) => concerns(entry.requests, one))) entry.requests = []
    }
  }
  return entries.map(({ source, requests, written }) =>
    requests.length === 0 ? { source, ...written } : { source, requests, ...written },
  )
}

interface Taken {
  readonly request: RequestPlan
  readonly demand: Demand
}

/** A class that serves several requests is there once, with all their names. */
function ofClasses(taken: readonly Taken[]): Entry[] {
  const byClass = new Map<string, Entry[]>()
  for (const { demand } of taken) {
    const { deviceClass, resultName } = demand
    if (deviceClass === null) continue
    const known = byClass.get(deviceClass.name)
    if (known === undefined) {
      const entries = deviceClass.config.map((written) => ({
        source: 'FromClass' as const,
        requests: [resultName],
        written,
      }))
      byClass.set(deviceClass.name, entries)
    } else for (const entry of known) entry.requests.push(resultName)
  }
  return [...byClass.values()].flat()
}

function ofClaim(
  { claim }: ClaimPlan,
  taken: readonly Taken[],
  configurations: DeviceRules['configurations'],
): Entry[] {
  return claim.devices.config.flatMap(({ requests, written }) => {
    const entry = () => ({ source: 'FromClaim' as const, requests: [...requests], written })
    if (requests.length === 0) return [entry()]
    const concerned = taken.filter((one) => concerns(requests, one))
    const times = configurations === 'once' ? Math.min(concerned.length, 1) : concerned.length
    return Array.from({ length: times }, entry)
  })
}

/** By the request's own name, or by that of the alternative taken. */
function concerns(names: readonly string[], { request, demand }: Taken): boolean {
  if (names.includes(request.written.name)) return true
  return request.hasAlternatives && names.includes(demand.resultName)
}
