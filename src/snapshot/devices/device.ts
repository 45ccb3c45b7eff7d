import type { Fields } from '../json/fields.ts'
import { type Quantity, readQuantity } from '../resources/quantity-text.ts'
import { type NodeSelector, readNodeSelector } from '../selectors/node-selector.ts'
import { type AttributeValue, readAttributes } from './device-attribute.ts'
import type { DeviceCapacity } from './device-capacity.ts'
import { type DeviceTaint, readDeviceTaint } from './device-taint.ts'

/** Where a device, or a whole slice of them, can be reached from. */
export interface NodeReach {
  /** Null when the field is absent, which is not the same as empty. */
  readonly nodeName: string | null
  readonly allNodes: boolean
  readonly nodeSelector: NodeSelector | null
}

export interface CounterConsumption {
  readonly counterSet: string
  readonly counters: ReadonlyMap<string, Quantity>
}

/** All that a device is but its name; devices that are alike share it. */
export interface DeviceModel {
  readonly attributes: ReadonlyMap<string, AttributeValue>
  /** The same object for all models that have the same. */
  readonly capacities: ReadonlyMap<string, DeviceCapacity>
  readonly consumesCounters: readonly CounterConsumption[]
  /** Read where the slice leaves it to each device. */
  readonly reach: NodeReach
  readonly taints: readonly DeviceTaint[]
  readonly bindsToNode: boolean
  /** Null when the field is absent. */
  readonly bindingConditions: readonly string[] | null
  readonly bindingFailureConditions: readonly string[] | null
  readonly allowMultipleAllocations: boolean
  /** It limits which devices may be allocated together (DRADeviceCompatibilityGroups). */
  readonly hasCompatibilityGroups: boolean
}

export interface Device {
  readonly name: string
  readonly model: DeviceModel
}

export function readDeviceModel(
  device: Fields,
  capacities: ReadonlyMap<string, DeviceCapacity>,
): DeviceModel {
  const consumptions = device.objects('consumesCounters')
  return {
    attributes: readAttributes(device),
    capacities,
    consumesCounters: consumptions.map(readConsumption),
    reach: readReach(device),
    taints: device.objects('taints').map(readDeviceTaint),
    bindsToNode: device.boolean('bindsToNode'),
    bindingConditions: stringsOrNull(device, 'bindingConditions'),
    bindingFailureConditions: stringsOrNull(device, 'bindingFailureConditions'),
    allowMultipleAllocations: device.boolean('allowMultipleAllocations'),
    hasCompatibilityGroups: consumptions.some(
      (one) => one.strings('compatibilityGroups').length > 0,
    ),
  }
}

function readConsumption(consumption: Fields): CounterConsumption {
  return {
    counterSet: consumption.string('counterSet') ?? '',
    counters: readCounters(consumption),
  }
}

/** Counters by name, `{ value }` each. */
export function readCounters(owner: Fields): Map<string, Quantity> {
  const counters = new Map<string, Quantity>()
  const fields = owner.object('counters')
  for (const name of Object.keys(fields?.value ?? {})) {
    const text = fields?.objectOrEmpty(name).quantityText('value') ?? '0'
    const value = readQuantity(text)
    if (value !== null) counters.set(name, value)
  }
  return counters
}

export function readReach(owner: Fields): NodeReach {
  return {
    nodeName: owner.string('nodeName') ?? null,
    allNodes: owner.boolean('allNodes'),
    nodeSelector: readNodeSelector(owner, 'nodeSelector'),
  }
}

export function stringsOrNull(fields: Fields, key: string): string[] | null {
  return fields.has(key) ? fields.strings(key) : null
}
