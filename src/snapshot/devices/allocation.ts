import type { Fields, JsonObject } from '../json/fields.ts'
import { type NodeSelector, readNodeSelector } from '../selectors/node-selector.ts'
import { stringsOrNull } from './device.ts'
import { readQuantityMap } from './device-capacity.ts'

/** What a claim was given: its devices, and where they can be reached from. */
export interface Allocation {
  /** Null: available on every node. */
  readonly nodeSelector: NodeSelector | null
  readonly devices: readonly AllocatedDevice[]
  /** metadata of the time of allocation in ms since the epoch, null without. */
  readonly timestampMs: number | null
  /** As in status.allocation of resource.k8s.io/v1, but for the time. */
  readonly written: JsonObject
}

/** One device that was given to a claim. */
export interface AllocatedDevice extends DeviceName {
  readonly request: string
  /** It is only looked at, and stays free for others. */
  readonly adminAccess: boolean
  /** Of a share of a device, null of a whole one. */
  readonly shareId: string | null
  /** In nano units; null when the field is absent. */
  readonly consumedCapacity: ReadonlyMap<string, bigint> | null
  /** Conditions that its status must meet before a pod is bound, and those that must not hold. */
  readonly bindingConditions: readonly string[] | null
  readonly failureConditions: readonly string[]
  /** It asks something of the node that not every node can do. */
  readonly skipsNodeOperations: boolean
}

export interface DeviceName {
  readonly driver: string
  readonly pool: string
  readonly device: string
}

/** Driver, pool and device as one text. */
export function deviceKey({ driver, pool, device }: DeviceName): string {
  return `${driver}/${pool}/${device}`
}

export function readDeviceName(fields: Fields): DeviceName {
  return {
    driver: fields.string('driver') ?? '',
    pool: fields.string('pool') ?? '',
    device: fields.string('device') ?? '',
  }
}

export function readAllocation(allocation: Fields | undefined): Allocation | null {
  if (allocation === undefined) return null
  const devices = allocation.object('devices')
  const results = devices?.objects('results') ?? []
  return {
    nodeSelector: readNodeSelector(allocation, 'nodeSelector'),
    devices: results.map(readResult),
    timestampMs: allocation.timeMs('allocationTimestamp') ?? null,
    written: writtenAllocation(allocation, devices, results),
  }
}

/** As it was given, but for the time; quantities as the API writes them. */
function writtenAllocation(
  allocation: Fields,
  devices: Fields | undefined,
  results: readonly Fields[],
): JsonObject {
  const { allocationTimestamp: _, ...written } = allocation.value
  if (!results.some((result) => result.has('consumedCapacity'))) return written
  return { ...written, devices: { ...devices?.value, results: results.map(writtenResult) } }
}

function writtenResult(result: Fields): JsonObject {
  const { consumedCapacity: _, ...written } = result.value
  const consumed = readQuantityMap(result, 'consumedCapacity')
  if (consumed.size === 0) return written
  const texts = [...consumed].map(([name, { text }]) => [name, text] as const)
  return { ...written, consumedCapacity: Object.fromEntries(texts) }
}

function readResult(result: Fields): AllocatedDevice {
  return {
    ...readDeviceName(result),
    request: result.string('request') ?? '',
    adminAccess: result.boolean('adminAccess'),
    shareId: result.string('shareID') ?? null,
    consumedCapacity: result.has('consumedCapacity') ? result.quantities('consumedCapacity') : null,
    bindingConditions: stringsOrNull(result, 'bindingConditions'),
    failureConditions: result.strings('bindingFailureConditions'),
    skipsNodeOperations: result.strings('skipNodeOperations').length > 0,
  }
}
