import type { Fields } from '../json/fields.ts'
import type { Quantity } from '../resources/quantity-text.ts'
import {
  type Device,
  type DeviceModel,
  type NodeReach,
  readCounters,
  readDeviceModel,
  readReach,
} from './device.ts'
import { type DeviceCapacity, readCapacities } from './device-capacity.ts'

/** Part of what a driver offers: some of the devices of one of its pools. */
export interface ResourceSlice {
  readonly name: string
  readonly driver: string
  readonly pool: string
  readonly generation: number
  /** How many slices the pool has when it is complete. */
  readonly sliceCount: number
  readonly reach: NodeReach
  /** Each device says itself where it can be reached from; null when the field is absent. */
  readonly perDeviceNodeSelection: boolean | null
  readonly counterSets: readonly CounterSet[]
  readonly devices: readonly Device[]
}

export interface CounterSet {
  readonly name: string
  readonly counters: ReadonlyMap<string, Quantity>
}

/** Reads slices; what devices have alike is read once. */
export class ResourceSliceReader {
  private readonly models = new Map<string, DeviceModel>()
  private readonly capacities = new Map<string, ReadonlyMap<string, DeviceCapacity>>()

  read(slice: Fields): ResourceSlice {
    const spec = slice.objectOrEmpty('spec')
    const pool = spec.objectOrEmpty('pool')
    return {
      name: slice.object('metadata')?.string('name') ?? '',
      driver: spec.string('driver') ?? '',
      pool: pool.string('name') ?? '',
      generation: pool.integer('generation') ?? 0,
      sliceCount: pool.integer('resourceSliceCount') ?? 0,
      reach: readReach(spec),
      perDeviceNodeSelection: spec.has('perDeviceNodeSelection')
        ? spec.boolean('perDeviceNodeSelection')
        : null,
      counterSets: spec.objects('sharedCounters').map((set) => ({
        name: set.string('name') ?? '',
        counters: readCounters(set),
      })),
      devices: spec.objects('devices').map((device) => this.readDevice(device)),
    }
  }

  private readDevice(device: Fields): Device {
    const { name: _, ...rest } = device.value
    const key = JSON.stringify(rest)
    let model = this.models.get(key)
    if (model === undefined) {
      model = readDeviceModel(device, this.readCapacities(device))
      this.models.set(key, model)
    }
    return { name: device.string('name') ?? '', model }
  }

  private readCapacities(device: Fields): ReadonlyMap<string, DeviceCapacity> {
    const key = JSON.stringify(device.value['capacity']) ?? ''
    let capacities = this.capacities.get(key)
    if (capacities === undefined) {
      capacities = readCapacities(device)
      this.capacities.set(key, capacities)
    }
    return capacities
  }
}
