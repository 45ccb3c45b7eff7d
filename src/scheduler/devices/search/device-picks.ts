import type { DeviceInventory } from '../inventory/device-inventory.ts'
import type { NodePools } from '../inventory/pool.ts'
import { deviceText, requestText, selectorError } from '../selectors/device-error.ts'
import { FAILS, MATCHES } from '../selectors/expression-verdicts.ts'
import { type CapacityPlan, fitsBeside } from './capacity-plan.ts'
import type { ClaimPlan, Demand } from './claim-plan.ts'

/** What came of trying one device. */
export const REFUSED = 0
export const PICKED = 1
export const BROKEN = 2
export type PickEnd = typeof REFUSED | typeof PICKED | typeof BROKEN

/** A device that was found for a request. */
export interface PickedDevice {
  readonly claim: number
  readonly request: number
  /** Which of the request's alternatives, 0 where there are none. */
  readonly alternative: number
  readonly row: number
}

const ROOM_AT_FIRST = 64

/** The devices picked so far for a pod's claims on one node, the last on top (allocateDevice). */
export class DevicePicks {
  /** With BROKEN: what ends the attempt. */
  error = ''
  private readonly inventory: DeviceInventory
  private readonly plans: readonly ClaimPlan[]
  private readonly counts: Int32Array
  private length = 0
  private rows = new Int32Array(ROOM_AT_FIRST)
  private readonly demands: Demand[] = []
  private readonly tookCounters: boolean[] = []
  /** Null: the device is taken as a whole. */
  private readonly shares: (CapacityPlan | null)[] = []

  constructor(inventory: DeviceInventory, plans: readonly ClaimPlan[]) {
    this.inventory = inventory
    this.plans = plans
    this.counts = new Int32Array(plans.length)
  }

  devices(): PickedDevice[] {
    return Array.from({ length: this.length }, (_, index) => {
      const { claim, request, alternative } = this.demands[index]
      return { claim, request, alternative, row: this.rows[index] }
    })
  }

  countOf(claim: number): number {
    return this.counts[claim]
  }

  /** Whether a device is taken already, as far as the request minds. */
  isInUse({ claim, adminAccess }: Demand, row: number): boolean {
    const { table, occupancy, attempt } = this.inventory
    const identity = table.identity[row]
    if (adminAccess) return attempt.picks[identity] > 0 && this.isPickedFor(claim, identity)
    return occupancy.isTaken[identity] === 1 || attempt.picks[identity] > 0
  }

  private isPickedFor(claim: number, identity: number): boolean {
    const { identity: identities } = this.inventory.table
    for (let index = 0; index < this.length; index++) {
      const isWhole = this.shares[index] === null && identities[this.rows[index]] === identity
      if (isWhole && this.demands[index].claim === claim) return true
    }
    return false
  }

  /** Whether a device is one that the request wants (isSelectable). */
  judge(demand: Demand, row: number, node: number): PickEnd {
    const { table, reach } = this.inventory
    if (table.isBarred[row] === 1) return REFUSED
    const verdict = demand.selectors?.judge(row) ?? MATCHES
    if (verdict === FAILS) return this.breakOn(demand, row)
    if (verdict !== MATCHES) return REFUSED
    return table.hasOwnReach[row] === 1 && !reach.deviceIsForNode(row, node) ? REFUSED : PICKED
  }

  /** A selector, or else a capacity, cannot be judged. */
  breakOn(demand: Demand, row: number): PickEnd {
    const { table, rules } = this.inventory
    const plan = this.plans[demand.claim]
    const device = deviceText(table, row)
    const { selectors } = demand
    this.error =
      selectors !== null && selectors.judge(row) === FAILS
        ? selectorError(plan, selectors.failure(row), device, rules)
        : `${requestText(plan, demand)}: checking capacity for device ${device}: ${demand.capacity.of(row).error}`
    return BROKEN
  }

  /** Whether a device has what the request asks of its capacities, beside what was given away. */
  judgeCapacity(demand: Demand, row: number): PickEnd {
    if (!this.inventory.rules.consumableCapacity) return PICKED
    const plan = demand.capacity.of(row)
    if (plan.verdict === 'error') return this.breakOn(demand, row)
    return plan.verdict === 'fits' && this.fits(plan, row) ? PICKED : REFUSED
  }

  private fits(plan: CapacityPlan, row: number): boolean {
    const { occupancy, attempt, table } = this.inventory
    const identity = table.identity[row]
    const before = occupancy.consumed.get(identity) ?? null
    const now = attempt.consumed(identity)
    return (before === null && now === null) || fitsBeside(plan, before, now)
  }

  /** Picks a device that the request wants, if all else allows it; `at`: its place on the node. */
  pick(demand: Demand, row: number, pools: NodePools, at: number, must: boolean): PickEnd {
    const { table, counters } = this.inventory
    if (this.isInUse(demand, row) || table.isBeyond[row] === 1) return REFUSED
    const isShareable = table.isShareable[row] === 1
    const countsCounters = !(isShareable && this.hasShares(table.identity[row]))
    if (countsCounters && !counters.take(row, pools.pools[pools.poolAt[at]])) return REFUSED
    let end: PickEnd = demand.isKeptAway[table.taintList[row]] === 1 ? REFUSED : PICKED
    if (end === PICKED) end = this.addToConstraints(demand, row, must)
    if (end === PICKED) {
      end = this.judgeCapacity(demand, row)
      if (end !== PICKED) this.removeFromConstraints(demand)
    }
    if (end === PICKED) this.push(demand, row, countsCounters)
    else if (countsCounters) counters.giveBack(row)
    return end
  }

  private hasShares(identity: number): boolean {
    const { occupancy, attempt } = this.inventory
    return occupancy.hasKnownShare(identity) || attempt.isSharing(identity)
  }

  private addToConstraints(demand: Demand, row: number, must: boolean): PickEnd {
    const { request, alternative } = demand
    const plan = this.plans[demand.claim]
    const { constraints } = plan
    for (let index = 0; index < constraints.length; index++) {
      if (constraints[index].add(request, alternative, row)) continue
      while (--index >= 0) constraints[index].remove(request, alternative)
      if (!must) return REFUSED
      const device = deviceText(this.inventory.table, row)
      this.error = `${requestText(plan, demand)}: cannot add device ${device} because a claim constraint would not be satisfied`
      return BROKEN
    }
    return PICKED
  }

  private removeFromConstraints({ claim, request, alternative }: Demand): void {
    const { constraints } = this.plans[claim]
    for (let index = constraints.length - 1; index >= 0; index--) {
      constraints[index].remove(request, alternative)
    }
  }

  /** Picks a device that nothing speaks against, as far as that was found out. */
  push(demand: Demand, row: number, tookCounters: boolean): void {
    const { table, attempt } = this.inventory
    const identity = table.identity[row]
    const share = table.isShareable[row] === 1 ? demand.capacity.of(row) : null
    if (share === null) attempt.picks[identity]++
    else attempt.share(identity, share)
    this.counts[demand.claim]++
    if (this.length === this.rows.length) this.grow()
    this.rows[this.length] = row
    this.demands[this.length] = demand
    this.tookCounters[this.length] = tookCounters
    this.shares[this.length] = share
    this.length++
  }

  private grow(): void {
    const rows = new Int32Array(this.rows.length * 2)
    rows.set(this.rows)
    this.rows = rows
  }

  /** Takes the last pick back. */
  undo(): void {
    const last = --this.length
    const row = this.rows[last]
    const demand = this.demands[last]
    const share = this.shares[last]
    const { table, attempt, counters } = this.inventory
    const identity = table.identity[row]
    this.counts[demand.claim]--
    if (share === null) attempt.picks[identity]--
    else attempt.unshare(identity, share)
    this.removeFromConstraints(demand)
    if (this.tookCounters[last]) counters.giveBack(row)
  }

  clear(): void {
    while (this.length > 0) this.undo()
  }
}
