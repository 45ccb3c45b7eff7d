import type { ResourceSlice } from '../../../snapshot/devices/resource-slice.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from './device-table.ts'
import { type Reach, type Reaches, reaches } from './node-reach.ts'

export interface SlicesForNode {
  /** Indexes of slices: those of the node alone, then those that several nodes share. */
  readonly slices: readonly number[]
  /** A node selector that cannot be read, in upstream's words. */
  readonly error: string | null
}

/** Which slices are looked at for a node (the first half of GatherPools). */
export class SliceReach {
  private readonly table: DeviceTable
  private readonly rules: DeviceRules
  private readonly reaches: Reaches
  private readonly ofSlice: readonly Reach[]
  private readonly ofDevice: (Reach | undefined)[] = []
  private readonly own = new Map<number, number[]>()
  private readonly shared: number[] = []

  constructor(table: DeviceTable, rules: DeviceRules, known: Reaches) {
    this.table = table
    this.rules = rules
    this.reaches = known
    this.ofSlice = table.slices.map(({ reach }) => known.of(reach))
    for (const [index, slice] of table.slices.entries()) {
      if (!isUnderstood(slice, rules)) continue
      const reach = this.ofSlice[index]
      const isCounted = rules.countersReachAllNodes && slice.counterSets.length > 0
      if (reach.kind !== 'one' || isCounted) this.shared.push(index)
      else this.own.set(reach.node, [...(this.own.get(reach.node) ?? []), index])
    }
  }

  forNode(node: number): SlicesForNode {
    const slices = [...(this.own.get(node) ?? [])]
    for (const index of this.shared) {
      const error = this.errorAt(index, node)
      if (error !== null) return { slices, error }
      if (this.isForNode(index, node)) slices.push(index)
    }
    return { slices, error: null }
  }

  /** Whether a device of a slice that leaves it to them can be reached from the node. */
  deviceIsForNode(row: number, node: number): boolean {
    const reach = this.reachOfDevice(row)
    return reaches(reach, node)
  }

  private reachOfDevice(row: number): Reach {
    let reach = this.ofDevice[row]
    if (reach === undefined) {
      reach = this.reaches.of(this.table.models[row].reach)
      this.ofDevice[row] = reach
    }
    return reach
  }

  private isForNode(index: number, node: number): boolean {
    const slice = this.table.slices[index]
    if (this.rules.countersReachAllNodes && slice.counterSets.length > 0) return true
    const reach = this.ofSlice[index]
    if (reach.kind !== 'none') return reaches(reach, node)
    if (slice.perDeviceNodeSelection !== true) return false
    const { sliceStart } = this.table
    for (let row = sliceStart[index]; row < sliceStart[index + 1]; row++) {
      if (this.deviceIsForNode(row, node)) return true
    }
    return false
  }

  /** Devices are asked until one says yes. */
  private errorAt(index: number, node: number): string | null {
    const slice = this.table.slices[index]
    if (this.rules.countersReachAllNodes && slice.counterSets.length > 0) return null
    const reach = this.ofSlice[index]
    if (reach.kind === 'error') {
      return `failed to perform node selection for slice ${slice.name}: ${reach.message}`
    }
    if (reach.kind !== 'none' || slice.perDeviceNodeSelection !== true) return null
    const { sliceStart, names } = this.table
    for (let row = sliceStart[index]; row < sliceStart[index + 1]; row++) {
      const ofDevice = this.reachOfDevice(row)
      if (ofDevice.kind === 'error') {
        return `failed to perform node selection for device ${names[row]} in slice ${slice.name}: ${ofDevice.message}`
      }
      if (reaches(ofDevice, node)) return null
    }
    return null
  }
}

/** Slices that use an off feature are left out. */
function isUnderstood(
  { perDeviceNodeSelection, counterSets, devices }: ResourceSlice,
  { partitionable, ignoresCompatibilityGroups, poolsAreJudged }: DeviceRules,
): boolean {
  const isLeftOut = counterSets.length > 0 && poolsAreJudged === 'whole'
  if (!partitionable && (perDeviceNodeSelection !== null || isLeftOut)) return false
  return !ignoresCompatibilityGroups || !devices.some(({ model }) => model.hasCompatibilityGroups)
}
