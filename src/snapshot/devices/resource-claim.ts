import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import type { Fields } from '../json/fields.ts'
import { type Allocation, deviceKey, readAllocation, readDeviceName } from './allocation.ts'
import { type DeviceClaim, readDeviceClaim } from './device-request.ts'

export const EXTENDED_RESOURCE_ANNOTATION = 'resource.kubernetes.io/extended-resource-claim'

/** A pod that may use a claim. */
export interface ClaimConsumer {
  readonly name: string
  readonly uid: string
}

export interface ResourceClaim {
  readonly namespace: string
  readonly name: string
  readonly deleting: boolean
  /** The pod that it was made for, null for none. */
  readonly controller: ClaimConsumer | null
  /** Made by the scheduler for a pod's extended resources. */
  readonly isForExtendedResources: boolean
  readonly devices: DeviceClaim
  /** Null while it has no devices. */
  allocation: Allocation | null
  readonly reservedFor: ClaimConsumer[]
  /** Conditions that hold, by device and type. */
  readonly conditionsOf: Map<string, ReadonlyMap<string, DeviceCondition>>
}

export interface DeviceCondition {
  readonly reason: string
  readonly message: string
}

export function readResourceClaim(claim: Fields): ResourceClaim {
  const metadata = claim.object('metadata')
  const status = claim.object('status')
  const owner = metadata?.objects('ownerReferences').find((one) => one.value['controller'] === true)
  const annotation = metadata?.object('annotations')?.string(EXTENDED_RESOURCE_ANNOTATION)
  return {
    namespace: metadata?.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata?.string('name') ?? '',
    deleting: metadata?.has('deletionTimestamp') ?? false,
    controller: owner === undefined ? null : readConsumer(owner),
    isForExtendedResources: annotation === 'true',
    devices: readDeviceClaim(claim.object('spec')?.object('devices')),
    allocation: readAllocation(status?.object('allocation')),
    reservedFor: status?.objects('reservedFor').map(readConsumer) ?? [],
    conditionsOf: readConditions(status),
  }
}

function readConsumer(fields: Fields): ClaimConsumer {
  return { name: fields.string('name') ?? '', uid: fields.string('uid') ?? '' }
}

/** The first entry of a device counts. */
function readConditions(status: Fields | undefined): ResourceClaim['conditionsOf'] {
  const conditionsOf: ResourceClaim['conditionsOf'] = new Map()
  for (const device of status?.objects('devices') ?? []) {
    const key = deviceKey(readDeviceName(device))
    if (!conditionsOf.has(key)) conditionsOf.set(key, trueConditions(device))
  }
  return conditionsOf
}

/** Of several conditions of one type the first counts. */
function trueConditions(device: Fields): Map<string, DeviceCondition> {
  const seen = new Set<string>()
  const held = new Map<string, DeviceCondition>()
  for (const condition of device.objects('conditions')) {
    const type = condition.string('type') ?? ''
    if (!seen.has(type) && condition.string('status') === 'True') {
      const reason = condition.string('reason') ?? ''
      held.set(type, { reason, message: condition.string('message') ?? '' })
    }
    seen.add(type)
  }
  return held
}
