import type { Cluster } from '../../../snapshot/cluster.ts'
import { type Allocation, deviceKey } from '../../../snapshot/devices/allocation.ts'
import type { DeviceRequest } from '../../../snapshot/devices/device-request.ts'
import type { ClaimConsumer, ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { JsonObject } from '../../../snapshot/json/fields.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type {
  ClaimAllocationView,
  PlacedClaim,
  PlacedClaims,
} from '../../framework/placed-claims.ts'
import type { ClaimAllocation, NodeAllocation } from './device-allocation.ts'
import { EXTENDED_CLAIM_NAME, extendedClaimPrefix } from './extended-claim.ts'

/** What Reserve and PreBind do to the claims of one pod on the node that was chosen. */
export class ClaimPlacement {
  private readonly cluster: Cluster
  private readonly pod: Pod
  private readonly own: readonly ResourceClaim[]
  /** The time of allocation is noted (DRADeviceBindingConditions). */
  private readonly notesTime: boolean

  constructor(cluster: Cluster, pod: Pod, own: readonly ResourceClaim[], notesTime: boolean) {
    this.cluster = cluster
    this.pod = pod
    this.own = own
    this.notesTime = notesTime
  }

  allocations(found: NodeAllocation | null): ClaimAllocationView[] {
    return (found?.claims ?? []).map(({ claim, allocation }) => ({
      claim: claim?.name ?? EXTENDED_CLAIM_NAME,
      allocation: allocation.written,
    }))
  }

  /** As they would be; nothing is changed. */
  claims(found: NodeAllocation | null): PlacedClaims {
    const made = new Map(found?.claims.map((one) => [one.claim, one]))
    const claims: PlacedClaim[] = this.own.flatMap((claim) => {
      const allocation = claim.allocation ?? made.get(claim)?.allocation
      if (allocation === undefined) return []
      const { name, reservedFor } = claim
      const others = reservedFor.map((consumer) => consumer.name)
      const names = isReservedFor(claim, this.pod) ? others : [...others, this.pod.name]
      return { claim: name, allocation: this.written(this.stamped(allocation)), reservedFor: names }
    })
    const extended = made.get(null)
    if (extended !== undefined) {
      claims.push({
        claim: EXTENDED_CLAIM_NAME,
        allocation: this.written(this.stamped(extended.allocation)),
        reservedFor: [this.pod.name],
        requests: extended.requests.map(writeRequest),
      })
    }
    return { claims, requestMappings: found?.mappings ?? [] }
  }

  private stamped(allocation: Allocation): Allocation {
    const { nowMs } = this.cluster.devices.asked
    if (!this.notesTime || allocation.timestampMs !== null) return allocation
    return { ...allocation, timestampMs: nowMs }
  }

  private written({ written, timestampMs }: Allocation): JsonObject {
    if (timestampMs === null || this.cluster.devices.asked.nowMs === null) return written
    const allocationTimestamp = new Date(timestampMs).toISOString().replace(/\.\d+Z$/, 'Z')
    return { ...written, allocationTimestamp }
  }

  /** The pod is placed: its claims are as they would be from here on. */
  reserve(found: NodeAllocation | null): void {
    for (const { claim, allocation } of found?.claims ?? []) {
      const taken = claim ?? this.makeExtendedClaim()
      this.cluster.devices.changing.allocate(taken, this.stamped(allocation))
      makeReady(taken, allocation)
    }
    for (const claim of this.own) {
      if (!isReservedFor(claim, this.pod)) claim.reservedFor.push(consumerOf(this.pod))
    }
  }

  private makeExtendedClaim(): ResourceClaim {
    const { signature, name, uid } = this.pod
    const claim: ResourceClaim = {
      namespace: signature.namespace,
      name: extendedClaimPrefix(name),
      deleting: false,
      controller: { name, uid },
      isForExtendedResources: true,
      devices: { requests: [], constraints: [], config: [], key: '' },
      allocation: null,
      reservedFor: [consumerOf(this.pod)],
      conditionsOf: new Map(),
    }
    return claim
  }
}

function isReservedFor({ reservedFor }: ResourceClaim, pod: Pod): boolean {
  return reservedFor.some((consumer) => isConsumer(consumer, pod))
}

/** Pods that were never created have no uid, and go by their names. */
export function isConsumer({ name, uid }: ClaimConsumer, pod: Pod): boolean {
  return uid === pod.uid && (uid !== '' || name === pod.name)
}

function consumerOf({ name, uid }: Pod): ClaimConsumer {
  return { name, uid }
}

const READY = { reason: 'Ready', message: '' }

/** Devices that have to be made ready are taken to be so, as PreBind waits for it. */
function makeReady({ conditionsOf }: ResourceClaim, { devices }: Allocation): void {
  for (const device of devices) {
    if (device.bindingConditions === null || conditionsOf.has(deviceKey(device))) continue
    const held = device.bindingConditions.map((type) => [type, READY] as const)
    conditionsOf.set(deviceKey(device), new Map(held))
  }
}

function writeRequest({ name, exactly }: DeviceRequest): JsonObject {
  const { deviceClass = '', allocationMode = '', count = 0 } = exactly ?? {}
  return { name, exactly: { deviceClassName: deviceClass, allocationMode, count } }
}

/**
 * What PreBind meets while it waits for devices to become ready: those that say nothing yet are taken
 * to do so, those that are known to have failed end it (isPodReadyForBinding).
 */
export function readyingFailure(
  { name, conditionsOf }: ResourceClaim,
  { devices }: Allocation,
): string | null {
  for (const device of devices) {
    const held = conditionsOf.get(deviceKey(device))
    if (!device.bindingConditions?.length || held === undefined) continue
    for (const type of device.failureConditions) {
      const failed = held.get(type)
      if (failed === undefined) continue
      const { reason, message } = failed
      return inPreBind(
        `device binding failed: claim=${name}, reason=${reason}, message=${JSON.stringify(message)}`,
      )
    }
    if (!device.bindingConditions.every((type) => held.has(type))) return null
  }
  return null
}

/** Upstream's words for a pod that gets its devices and still cannot be bound; null: it can. */
export function bindingFailure(pod: Pod, { claims, mappings }: NodeAllocation): string | null {
  const repeated = repeatedClaim(claims)
  if (repeated !== null) {
    const { namespace, name } = repeated
    return inPreBind(`claim ${namespace}/${name} got allocated elsewhere in the meantime`)
  }
  // Upstream's slip: where the node has all resources itself, the claim for them is made nevertheless.
  const isEmpty = claims.at(-1)?.claim === null && mappings.length === 0
  if (!isEmpty) return null
  const podName = `${pod.signature.namespace}/${pod.name}`
  return inPreBind(
    `nil or empty request mappings, no update of pod ${podName} ExtendedResourceClaimStatus`,
  )
}

function inPreBind(text: string): string {
  return `running PreBind plugin "DynamicResources": ${text}`
}

function repeatedClaim(claims: readonly ClaimAllocation[]): ResourceClaim | null {
  const seen = new Set<ResourceClaim | null>()
  for (const { claim } of claims) {
    if (seen.has(claim)) return claim
    seen.add(claim)
  }
  return null
}
