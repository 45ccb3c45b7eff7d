import type { NodeReach } from '../../../snapshot/devices/device.ts'
import type { DeviceClass } from '../../../snapshot/devices/device-class.ts'
import { FAILS, MATCHES } from '../selectors/expression-verdicts.ts'
import type { SelectorList } from '../selectors/selector-verdicts.ts'
import type { DeviceInventory } from './device-inventory.ts'
import { type Reach, reaches } from './node-reach.ts'

/** Devices of a class by node. */
export interface DeviceCounts {
  readonly total: Float64Array
  readonly allocated: Float64Array
}

/**
 * Counts the devices that scores take into account (calculateDRAResourceTotals): all slices that can
 * be reached from the node, whatever their generation, and whether or not their pool is complete.
 */
export function countDevices(
  inventory: DeviceInventory,
  deviceClass: DeviceClass,
  nodeCount: number,
): DeviceCounts {
  const counting = new Counting(inventory, deviceClass, nodeCount)
  for (let slice = 0; slice < inventory.table.slices.length; slice++) counting.addSlice(slice)
  return counting.counts()
}

class Counting {
  private readonly inventory: DeviceInventory
  private readonly selectors: SelectorList
  private readonly nodeCount: number
  private readonly total: Float64Array
  private readonly allocated: Float64Array
  /** One byte a node: something there cannot be judged, so nothing is counted. */
  private readonly isBroken: Uint8Array

  constructor(inventory: DeviceInventory, deviceClass: DeviceClass, nodeCount: number) {
    this.inventory = inventory
    const known = deviceClass.selectors.filter((selector) => selector !== null)
    this.selectors = inventory.scoreSelectors.list({ ...deviceClass, selectors: known }, [])
    this.nodeCount = nodeCount
    this.total = new Float64Array(nodeCount)
    this.allocated = new Float64Array(nodeCount)
    this.isBroken = new Uint8Array(nodeCount)
  }

  addSlice(index: number): void {
    const { slices, sliceStart, models } = this.inventory.table
    const slice = slices[index]
    const isPerDevice = slice.perDeviceNodeSelection === true
    const ofSlice = isPerDevice ? null : this.reachOf(slice.reach, { kind: 'all' })
    for (let row = sliceStart[index]; row < sliceStart[index + 1]; row++) {
      this.addDevice(row, ofSlice ?? this.reachOf(models[row].reach, { kind: 'none' }))
    }
  }

  /** A slice that says nothing counts everywhere, a device that says nothing nowhere. */
  private reachOf(reach: NodeReach, silent: Reach): Reach {
    if (reach.allNodes) return { kind: 'all' }
    const found = this.inventory.reaches.of(reach)
    return found.kind === 'none' ? silent : found
  }

  private addDevice(row: number, reach: Reach): void {
    const { table, occupancy } = this.inventory
    const verdict = this.selectors.judge(row)
    if (verdict !== MATCHES && verdict !== FAILS) return
    const isAllocated = Number(occupancy.isAllocated(table.identity[row]))
    if (reach.kind === 'one') {
      if (reach.node >= 0) this.count(reach.node, verdict, isAllocated)
      return
    }
    const isUnreadable = reach.kind === 'error'
    for (let node = 0; node < this.nodeCount; node++) {
      if (isUnreadable) this.isBroken[node] = 1
      else if (reaches(reach, node)) this.count(node, verdict, isAllocated)
    }
  }

  private count(node: number, verdict: number, isAllocated: number): void {
    if (verdict === FAILS) this.isBroken[node] = 1
    this.total[node]++
    this.allocated[node] += isAllocated
  }

  counts(): DeviceCounts {
    for (let node = 0; node < this.nodeCount; node++) {
      if (this.isBroken[node] === 0) continue
      this.total[node] = 0
      this.allocated[node] = 0
    }
    return { total: this.total, allocated: this.allocated }
  }
}
