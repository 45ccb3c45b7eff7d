import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from '../inventory/device-table.ts'

/** Which devices, and how much of those that are shared, claims have (AllocatedState). */
export class Occupancy {
  /** One byte an identity: a claim has the whole device. */
  readonly isTaken: Uint8Array
  /** One byte an identity: a claim has a share of it. */
  readonly isShared: Uint8Array
  /** What shares consume of each capacity, in nano units, by identity; an entry without any counts too. */
  readonly consumed: Map<number, Map<string, bigint>> = new Map()
  /** The claim that has the whole device, by identity; of several the last. */
  readonly holderOf: Map<number, ResourceClaim> = new Map()
  private readonly table: DeviceTable
  private readonly rules: DeviceRules
  private seen = 0

  constructor(table: DeviceTable, rules: DeviceRules) {
    this.table = table
    this.rules = rules
    this.isTaken = new Uint8Array(table.identityCount)
    this.isShared = new Uint8Array(table.identityCount)
  }

  /** Takes in the claims that got devices since it was last asked; `changed` hears of each device. */
  catchUp(allocated: readonly ResourceClaim[], changed: (identity: number) => void): void {
    for (; this.seen < allocated.length; this.seen++) this.add(allocated[this.seen], changed)
  }

  private add(claim: ResourceClaim, changed: (identity: number) => void): void {
    for (const device of claim.allocation?.devices ?? []) {
      if (device.adminAccess) continue
      const identity = this.table.find(device)
      if (identity < 0) continue
      if (this.rules.consumableCapacity && device.shareId !== null) {
        this.isShared[identity] = 1
        if (device.consumedCapacity !== null) this.consume(identity, device.consumedCapacity)
      } else {
        this.isTaken[identity] = 1
        this.holderOf.set(identity, claim)
      }
      changed(identity)
    }
  }

  private consume(identity: number, capacity: ReadonlyMap<string, bigint>): void {
    const sums = this.consumed.get(identity) ?? new Map<string, bigint>()
    for (const [name, nano] of capacity) sums.set(name, (sums.get(name) ?? 0n) + nano)
    this.consumed.set(identity, sums)
  }

  /** In any way (IsDeviceAllocated). */
  isAllocated(identity: number): boolean {
    return this.isTaken[identity] === 1 || this.isShared[identity] === 1
  }

  /** Whether the device's counters are accounted for by a share that was given before. */
  hasKnownShare(identity: number): boolean {
    if (this.consumed.has(identity)) return true
    return this.rules.shareIsKnownBy === 'shareID' && this.isShared[identity] === 1
  }
}
