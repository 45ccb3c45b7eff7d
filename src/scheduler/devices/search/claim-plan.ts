import type { DeviceClass } from '../../../snapshot/devices/device-class.ts'
import type { DeviceObjects } from '../../../snapshot/devices/device-objects.ts'
import type {
  DeviceClaim,
  DeviceDemand,
  DeviceRequest,
} from '../../../snapshot/devices/device-request.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { AttributeColumns } from '../inventory/attribute-columns.ts'
import type { DeviceTable } from '../inventory/device-table.ts'
import { preventingTaints } from '../inventory/device-taints.ts'
import type { Recent } from '../selectors/recent.ts'
import type { SelectorList, SelectorVerdicts } from '../selectors/selector-verdicts.ts'
import { Candidates } from './candidates.ts'
import { CapacityPlans } from './capacity-plan.ts'
import { type Constraint, makeConstraints } from './constraints.ts'
import type { Occupancy } from './occupancy.ts'

/** A claim that needs devices. */
export interface ClaimToAllocate {
  readonly namespace: string
  readonly name: string
  readonly devices: DeviceClaim
}

/** What is the same of a claim for every node. */
export interface ClaimPlan {
  readonly claim: ClaimToAllocate
  readonly requests: readonly RequestPlan[]
  readonly constraints: readonly Constraint[]
  /** A constraint that the release does not know. */
  readonly constraintError: string | null
}

export interface RequestPlan {
  readonly written: DeviceRequest
  /** One of its alternatives is enough. */
  readonly hasAlternatives: boolean
  readonly demands: readonly Demand[]
  /** Why the release cannot judge it at all. */
  readonly error: string | null
}

/** What one request, or one of its alternatives, wants. */
export interface Demand {
  /** Where it stands among the claims, their requests and the alternatives of those. */
  readonly claim: number
  readonly request: number
  readonly alternative: number
  readonly written: DeviceDemand
  /** As results name it. */
  readonly resultName: string
  readonly deviceClass: DeviceClass | null
  readonly takesAll: boolean
  readonly adminAccess: boolean
  /** Why it cannot be judged at all. */
  readonly error: string | null
  /** Null: there is no such device class. */
  readonly selectors: SelectorList | null
  readonly candidates: Candidates | null
  /** One byte a list of taints: one of them keeps the request away. */
  readonly isKeptAway: Uint8Array
  readonly capacity: CapacityPlans
}

/** What plans are made with; what like requests have in common is kept from claim to claim. */
export interface Planning {
  readonly rules: DeviceRules
  readonly objects: DeviceObjects
  readonly table: DeviceTable
  readonly occupancy: Occupancy
  readonly selectors: SelectorVerdicts
  readonly attributes: AttributeColumns
  /** By what is tolerated. */
  readonly keptAway: Recent<Uint8Array>
  /** By what is asked of capacities. */
  readonly capacities: Recent<CapacityPlans>
  /** By all of it. */
  readonly candidates: Recent<Candidates>
}

export function claimText({
  namespace,
  name,
}: Pick<ClaimToAllocate, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`
}

export function planClaims(claims: readonly ClaimToAllocate[], planning: Planning): ClaimPlan[] {
  return claims.map((claim, index) => {
    const made = makeConstraints(claim.devices, planning.attributes, planning.rules)
    const requests = (claim.devices.requests ?? []).map((request, at) =>
      planRequest({ of: claim, claim: index, request: at }, request, planning),
    )
    const constraintError = made.ok
      ? null
      : `claim ${claimText(claim)}, constraint #${made.index}: empty constraint (unsupported constraint type?)`
    return { claim, requests, constraints: made.ok ? made.constraints : [], constraintError }
  })
}

/** Which request it is. */
interface Place extends Pick<Demand, 'claim' | 'request'> {
  readonly of: ClaimToAllocate
}

function planRequest(place: Place, written: DeviceRequest, planning: Planning): RequestPlan {
  const { name, exactly, firstAvailable } = written
  const hasAlternatives = firstAvailable.length > 0
  const wanted = hasAlternatives ? firstAvailable : [exactly].flatMap((one) => one ?? [])
  const demands = wanted.map((one, alternative) => {
    const resultName = hasAlternatives ? `${name}/${one.name}` : name
    const adminAccess = !hasAlternatives && one.adminAccess === true
    return { ...planDemand(place, one, planning), alternative, resultName, adminAccess }
  })
  const asksForParts = wanted.some(({ capacities }) => capacities !== null)
  const isRefused = asksForParts && planning.rules.refusesCapacityRequests
  const error = isRefused
    ? `claim ${claimText(place.of)}, request ${name}: has capacity requests, but the DRAConsumableCapacity feature is disabled`
    : null
  return { written, hasAlternatives, demands, error }
}

function planDemand(
  { of: claim, ...place }: Place,
  written: DeviceDemand,
  planning: Planning,
): Omit<Demand, 'alternative' | 'resultName' | 'adminAccess'> {
  const { rules, objects, table } = planning
  const deviceClass = objects.deviceClass(written.deviceClass) ?? null
  const problem = demandProblem(written, deviceClass, rules)
  const tolerated = JSON.stringify(written.tolerations)
  const asked = askedText(written)
  const isKeptAway = planning.keptAway.get(tolerated, () =>
    preventingTaints(table.taintLists, written.tolerations),
  )
  const capacity = planning.capacities.get(
    asked,
    () => new CapacityPlans(table, written.capacities, rules),
  )
  const base = {
    ...place,
    written,
    deviceClass,
    takesAll: written.allocationMode === 'All',
    error: problem === null ? null : `claim ${claimText(claim)}, request ${written.name}${problem}`,
    isKeptAway,
    capacity,
  }
  if (deviceClass === null) return { ...base, selectors: null, candidates: null }
  const selectors = planning.selectors.list(deviceClass, written.selectors)
  const key = JSON.stringify([deviceClass.name, written.selectors, tolerated, asked])
  const shares = rules.consumableCapacity ? capacity : null
  const candidates = planning.candidates.get(
    key,
    () => new Candidates(table, selectors, isKeptAway, planning.occupancy, shares),
  )
  return { ...base, selectors, candidates }
}

function askedText({ capacities }: DeviceDemand): string {
  return capacities === null
    ? ''
    : JSON.stringify([...capacities].map(([name, { text, identity }]) => [name, text, identity]))
}

/** What is wrong with a request that no release should accept (validateDeviceRequest). */
function demandProblem(
  { selectors, deviceClass: className, allocationMode, hasDerivedAttributes }: DeviceDemand,
  deviceClass: DeviceClass | null,
  { refusesDerivedAttributes }: DeviceRules,
): string | null {
  if (refusesDerivedAttributes && hasDerivedAttributes) {
    return ': cannot handle request with derived attributes, the feature is disabled'
  }
  const unknown = selectors.indexOf(null)
  if (unknown >= 0)
    return `, selector #${unknown}: CEL expression empty (unsupported selector type?)`
  if (className === '') return ': missing device class name (unsupported request type?)'
  if (deviceClass === null) {
    return `: could not retrieve device class ${className}: deviceclass.resource.k8s.io "${className}" not found`
  }
  const isKnown = allocationMode === 'ExactCount' || allocationMode === 'All'
  return isKnown ? null : `: unsupported count mode ${allocationMode}`
}
