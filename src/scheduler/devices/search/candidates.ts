import type { DeviceTable } from '../inventory/device-table.ts'
import { DIFFERS, FAILS } from '../selectors/expression-verdicts.ts'
import type { SelectorList } from '../selectors/selector-verdicts.ts'
import type { CapacityPlans } from './capacity-plan.ts'
import type { Occupancy } from './occupancy.ts'

/** What is known of a device before the attempt (0: nothing yet): it will do if nobody has it, */
const WILL_DO = 1
/** it never will, */
export const WILL_NOT_DO = 2
/** it depends on the node, on shares or on counters, */
export const DEPENDS = 3
/** it cannot be judged, which ends the attempt. */
export const CANNOT_BE_JUDGED = 4

/** What requests of one kind think of each device, as far as the attempt has no part in it. */
export class Candidates {
  /** By row. */
  readonly verdict: Uint8Array
  private readonly table: DeviceTable
  private readonly selectors: SelectorList
  private readonly isKeptAway: Uint8Array
  private readonly occupancy: Occupancy
  /** Null: the release knows no shares. */
  private readonly capacity: CapacityPlans | null

  constructor(
    table: DeviceTable,
    selectors: SelectorList,
    isKeptAway: Uint8Array,
    occupancy: Occupancy,
    capacity: CapacityPlans | null,
  ) {
    this.verdict = new Uint8Array(table.count)
    this.table = table
    this.selectors = selectors
    this.isKeptAway = isKeptAway
    this.occupancy = occupancy
    this.capacity = capacity
  }

  judge(row: number): number {
    const verdict = this.judgeAnew(row)
    this.verdict[row] = verdict
    return verdict
  }

  /** In upstream's order, since what cannot be judged may come before what speaks against a device. */
  private judgeAnew(row: number): number {
    const { table, capacity } = this
    if (table.isBarred[row] === 1) return WILL_NOT_DO
    const selected = this.selectors.judge(row)
    if (selected === DIFFERS) return WILL_NOT_DO
    if (selected === FAILS) return CANNOT_BE_JUDGED
    if (table.hasOwnReach[row] === 1) return DEPENDS
    const verdict = capacity === null ? 'fits' : capacity.of(row).verdict
    if (verdict === 'error') return CANNOT_BE_JUDGED
    if (verdict === 'skip' || table.isBeyond[row] === 1) return WILL_NOT_DO
    if (this.isKeptAway[table.taintList[row]] === 1) return WILL_NOT_DO
    const isShared =
      table.isShareable[row] === 1 || this.occupancy.consumed.has(table.identity[row])
    return isShared || table.usesCounters[row] === 1 ? DEPENDS : WILL_DO
  }
}
