import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import type { Fields } from '../json/fields.ts'
import { type NodeSelector, readNodeSelector } from '../selectors/node-selector.ts'

const EXTENDED_RESOURCE_ANNOTATION = 'resource.kubernetes.io/extended-resource-claim'

/** One request of a claim: the device classes that may serve it, the first that can. */
export interface DeviceRequest {
  readonly name: string
  /** Empty when the request is of a form that no release knows. */
  readonly alternatives: readonly { readonly name: string; readonly deviceClass: string }[]
}

/** One device that was given to a claim. */
export interface AllocatedDevice {
  /** Driver, pool and device as one text, to find its status by. */
  readonly key: string
  /** Conditions that its status must meet before a pod is bound, and those that must not hold. */
  readonly bindingConditions: readonly string[]
  readonly failureConditions: readonly string[]
  /** It asks something of the node that not every node can do. */
  readonly skipsNodeOperations: boolean
}

export interface Allocation {
  /** Null: available on every node. */
  readonly nodeSelector: NodeSelector | null
  readonly devices: readonly AllocatedDevice[]
}

export interface ResourceClaim {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly deleting: boolean
  readonly controllerUid: string | null
  /** Made by the scheduler for a pod's extended resources. */
  readonly isForExtendedResources: boolean
  /** Null when the field is absent. */
  readonly requests: readonly DeviceRequest[] | null
  readonly allocation: Allocation | null
  /** Uids of the pods that may use it. */
  readonly reservedFor: readonly string[]
  /** Conditions that hold, by device. */
  readonly conditionsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** A pod of the request was placed that it is being allocated for. */
  isBeingAllocated: boolean
}

export function readResourceClaim(claim: Fields): ResourceClaim {
  const metadata = claim.object('metadata')
  const status = claim.object('status')
  const devices = claim.object('spec')?.object('devices')
  const owner = metadata?.objects('ownerReferences').find((one) => one.value['controller'] === true)
  const annotation = metadata?.object('annotations')?.string(EXTENDED_RESOURCE_ANNOTATION)
  return {
    namespace: metadata?.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata?.string('name') ?? '',
    uid: metadata?.string('uid') ?? '',
    deleting: metadata?.has('deletionTimestamp') ?? false,
    controllerUid: owner === undefined ? null : (owner.string('uid') ?? ''),
    isForExtendedResources: annotation === 'true',
    requests: devices?.has('requests') ? devices.objects('requests').map(readRequest) : null,
    allocation: readAllocation(status?.object('allocation')),
    reservedFor: status?.objects('reservedFor').map((one) => one.string('uid') ?? '') ?? [],
    conditionsOf: new Map(status?.objects('devices').map(readConditions)),
    isBeingAllocated: false,
  }
}

function readRequest(request: Fields): DeviceRequest {
  const name = request.string('name') ?? ''
  const exactly = request.object('exactly')
  if (exactly !== undefined) {
    return { name, alternatives: [{ name, deviceClass: exactly.string('deviceClassName') ?? '' }] }
  }
  const alternatives = request.objects('firstAvailable').map((one) => ({
    name: `${name}/${one.string('name') ?? ''}`,
    deviceClass: one.string('deviceClassName') ?? '',
  }))
  return { name, alternatives }
}

function readAllocation(allocation: Fields | undefined): Allocation | null {
  if (allocation === undefined) return null
  const results = allocation.object('devices')?.objects('results') ?? []
  return {
    nodeSelector: readNodeSelector(allocation, 'nodeSelector'),
    devices: results.map((result) => ({
      key: deviceKey(result),
      bindingConditions: result.strings('bindingConditions'),
      failureConditions: result.strings('bindingFailureConditions'),
      skipsNodeOperations: result.strings('skipNodeOperations').length > 0,
    })),
  }
}

function readConditions(device: Fields): [string, ReadonlySet<string>] {
  const held = device
    .objects('conditions')
    .filter((condition) => condition.string('status') === 'True')
  return [deviceKey(device), new Set(held.map((condition) => condition.string('type') ?? ''))]
}

function deviceKey(device: Fields): string {
  return ['driver', 'pool', 'device'].map((key) => device.string(key) ?? '').join('/')
}
