import { type DeviceName, deviceKey } from '../../../snapshot/devices/allocation.ts'
import type { DeviceModel } from '../../../snapshot/devices/device.ts'
import type { DeviceCapacity } from '../../../snapshot/devices/device-capacity.ts'
import type { DeviceObjects } from '../../../snapshot/devices/device-objects.ts'
import type { DeviceTaint } from '../../../snapshot/devices/device-taint.ts'
import type { DeviceTaintRule } from '../../../snapshot/devices/device-taint-rule.ts'
import type { ResourceSlice } from '../../../snapshot/devices/resource-slice.ts'
import type { DeviceRules } from '../device-rules.ts'

/** Every device of every slice, a row each, in the order of the slices. */
export class DeviceTable {
  readonly slices: readonly ResourceSlice[]
  readonly count: number
  /** The first row of each slice, and the end of the last. */
  readonly sliceStart: Int32Array
  readonly sliceOf: Int32Array
  readonly names: readonly string[]
  readonly models: readonly DeviceModel[]
  /** Rows of one driver, pool and device name have one identity: what is taken, is taken for all of them. */
  readonly identity: Int32Array
  readonly identityCount: number
  /** Rows of one driver and model, which no expression can tell apart. */
  readonly kind: Int32Array
  readonly kindCount: number
  /** Rows of the same capacities. */
  readonly capacityKind: Int32Array
  readonly capacityKinds: readonly ReadonlyMap<string, DeviceCapacity>[]
  /** Distinct lists of taints, those of rules among them; list 0 is empty. */
  readonly taintLists: readonly (readonly DeviceTaint[])[]
  readonly taintList: Int32Array
  /** One byte a row: it has to be made ready before use, which the release does not know how to do. */
  readonly isBarred: Uint8Array
  /** One byte a row: it uses counters, which the release does not know. */
  readonly isBeyond: Uint8Array
  /** One byte a row: it uses counters, which the release does know. */
  readonly usesCounters: Uint8Array
  /** One byte a row: the device says itself where it can be reached from. */
  readonly hasOwnReach: Uint8Array
  /** One byte a row: several requests may have a share of it. */
  readonly isShareable: Uint8Array
  /** Some node selector has alternatives, which an allocation cannot say. */
  readonly hasAlternativeTerms: boolean
  private readonly identityOf: ReadonlyMap<string, number>

  constructor({ slices, taintRules }: DeviceObjects, rules: DeviceRules) {
    this.slices = slices
    this.sliceStart = startsOf(slices)
    this.count = this.sliceStart[slices.length]
    this.sliceOf = new Int32Array(this.count)
    this.identity = new Int32Array(this.count)
    this.kind = new Int32Array(this.count)
    this.capacityKind = new Int32Array(this.count)
    this.taintList = new Int32Array(this.count)
    this.isBarred = new Uint8Array(this.count)
    this.isBeyond = new Uint8Array(this.count)
    this.usesCounters = new Uint8Array(this.count)
    this.hasOwnReach = new Uint8Array(this.count)
    this.isShareable = new Uint8Array(this.count)
    const identityOf = new Map<string, number>()
    const kinds = new Kinds()
    const capacityKinds = new Map<ReadonlyMap<string, DeviceCapacity>, number>()
    const taints = new TaintLists(rules.taints && rules.taintRules ? taintRules : [])
    const names: string[] = []
    const models: DeviceModel[] = []
    for (const [index, slice] of slices.entries()) {
      const { driver, pool } = slice
      const ofSlice = taints.rulesOf(slice)
      for (const { name, model } of slice.devices) {
        const row = names.length
        this.sliceOf[row] = index
        this.identity[row] = intern(identityOf, deviceKey({ driver, pool, device: name }))
        this.kind[row] = kinds.of(driver, model)
        this.capacityKind[row] = intern(capacityKinds, model.capacities)
        this.noteKind(row, slice, model, rules)
        if (rules.taints) this.taintList[row] = taints.of(model, name, ofSlice)
        names.push(name)
        models.push(model)
      }
    }
    this.names = names
    this.models = models
    this.identityOf = identityOf
    this.identityCount = identityOf.size
    this.kindCount = kinds.count
    this.capacityKinds = [...capacityKinds.keys()]
    this.taintLists = taints.lists
    this.hasAlternativeTerms = [...slices, ...new Set(models)].some(
      ({ reach }) => (reach.nodeSelector?.length ?? 0) > 1,
    )
  }

  private noteKind(
    row: number,
    { perDeviceNodeSelection }: ResourceSlice,
    { bindingConditions, allowMultipleAllocations, consumesCounters }: DeviceModel,
    rules: DeviceRules,
  ): void {
    const needsReadying = bindingConditions !== null && bindingConditions.length > 0
    this.isBarred[row] = Number(needsReadying && !rules.bindingConditions)
    const usesCounters = consumesCounters.length > 0
    this.isBeyond[row] = Number(usesCounters && !rules.partitionable)
    this.usesCounters[row] = Number(usesCounters && rules.partitionable)
    this.hasOwnReach[row] = Number(perDeviceNodeSelection === true)
    this.isShareable[row] = Number(allowMultipleAllocations && rules.consumableCapacity)
  }

  /** The identity of a device by name, -1 for one that no slice has. */
  find(name: DeviceName): number {
    return this.identityOf.get(deviceKey(name)) ?? -1
  }

  slice(row: number): ResourceSlice {
    return this.slices[this.sliceOf[row]]
  }

  nameOf(row: number): DeviceName {
    const { driver, pool } = this.slice(row)
    return { driver, pool, device: this.names[row] }
  }
}

function startsOf(slices: readonly ResourceSlice[]): Int32Array {
  const starts = new Int32Array(slices.length + 1)
  for (const [index, { devices }] of slices.entries()) {
    starts[index + 1] = starts[index] + devices.length
  }
  return starts
}

/** The number of a key: those that come first have the least. */
export function intern<Key>(known: Map<Key, number>, key: Key): number {
  const id = known.get(key)
  if (id !== undefined) return id
  known.set(key, known.size)
  return known.size - 1
}

class Kinds {
  count = 0
  private readonly known = new Map<string, Map<DeviceModel, number>>()

  of(driver: string, model: DeviceModel): number {
    let ofDriver = this.known.get(driver)
    if (ofDriver === undefined) {
      ofDriver = new Map()
      this.known.set(driver, ofDriver)
    }
    let kind = ofDriver.get(model)
    if (kind === undefined) {
      kind = this.count++
      ofDriver.set(model, kind)
    }
    return kind
  }
}

/** The taints of devices: those of their slices, then those of the rules that name them. */
class TaintLists {
  readonly lists: (readonly DeviceTaint[])[] = [[]]
  private readonly rules: readonly DeviceTaintRule[]
  private readonly known = new Map<string, number>([['[]', 0]])

  constructor(rules: readonly DeviceTaintRule[]) {
    this.rules = rules
  }

  rulesOf({ driver, pool }: ResourceSlice): DeviceTaintRule[] {
    return this.rules.filter(
      ({ selector }) =>
        selector !== null &&
        (selector.driver ?? driver) === driver &&
        (selector.pool ?? pool) === pool,
    )
  }

  of({ taints }: DeviceModel, name: string, rules: readonly DeviceTaintRule[]): number {
    if (taints.length === 0 && rules.length === 0) return 0
    const ofRules = rules.filter(({ selector }) => (selector?.device ?? name) === name)
    const list = [...taints, ...ofRules.map(({ taint }) => taint)]
    const id = intern(this.known, JSON.stringify(list))
    if (id === this.lists.length) this.lists.push(list)
    return id
  }
}
