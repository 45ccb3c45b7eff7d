import type { CounterConsumption } from '../../../snapshot/devices/device.ts'
import type { CounterSet } from '../../../snapshot/devices/resource-slice.ts'
import type { Quantity } from '../../../snapshot/resources/quantity-text.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from '../inventory/device-table.ts'
import type { Pool, PoolCounters } from '../inventory/pool.ts'
import {
  type Amounts,
  addAmount,
  amountOf,
  isLess,
  makeAmounts,
  setAmount,
  subtractAmount,
} from './exact-amount.ts'
import type { Occupancy } from './occupancy.ts'

/** What one device uses of its pool's counters. */
interface Consumption {
  readonly slots: Int32Array
  readonly amounts: Amounts
}

/** What a pool has left of its counters, without the devices of the attempt under way. */
interface Account {
  readonly isKnown: Uint8Array
  readonly available: Amounts
  /** Some counter is overdrawn, so no device that uses any can be had. */
  readonly isOverdrawn: boolean
  readonly version: number
}

/** Pools that share one account. */
interface Group {
  readonly slotOf: Map<string, number>
  /** What the devices of the attempt use. */
  used: Amounts
  /** By generation of the pool and driver. */
  readonly accounts: Map<string, Account>
  /** The account of the decision under way: that of the pool that asked first. */
  current: Account | null
  stamp: number
  version: number
}

/** Counter that a device cannot have. */
export interface CounterShortage {
  readonly counterSet: string
  readonly counter: string
  readonly wanted: Quantity
  readonly freeNano: bigint
}

/** The counters that devices of a pool share (checkAvailableCounters). */
export class Counters {
  /** Several drivers, or generations, have one account. */
  hasRivalAccounts = false
  private readonly table: DeviceTable
  private readonly occupancy: Occupancy
  private readonly groups: Group[] = []
  private readonly groupOfRow: Int32Array
  private readonly groupOfIdentity: Int32Array
  private readonly consumptions: (Consumption | null)[]
  private stamp = 0

  constructor(table: DeviceTable, rules: DeviceRules, occupancy: Occupancy) {
    this.table = table
    this.occupancy = occupancy
    this.groupOfRow = new Int32Array(table.count).fill(-1)
    this.groupOfIdentity = new Int32Array(table.identityCount).fill(-1)
    this.consumptions = Array.from({ length: table.count }, () => null)
    if (rules.partitionable) this.collect(rules)
  }

  /** Another decision begins. */
  startDecision(): void {
    this.stamp++
  }

  noteChange(identity: number): void {
    const group = this.groupOfIdentity[identity]
    if (group >= 0) this.groups[group].version++
  }

  /** Whether the pool has the counters that the device uses; if so, they are taken. */
  take(row: number, pool: Pool): boolean {
    const consumption = this.consumptions[row]
    if (consumption === null || pool.counters === null) return true
    const group = this.groups[this.groupOfRow[row]]
    const account = this.accountOf(group, pool, pool.counters)
    const { slots, amounts } = consumption
    for (let index = 0; index < slots.length; index++) {
      addAmount(group.used, slots[index], amounts, index)
    }
    let fits = !account.isOverdrawn
    for (let index = 0; index < slots.length && fits; index++) {
      const slot = slots[index]
      fits = account.isKnown[slot] === 0 || !isLess(account.available, group.used, slot)
    }
    if (!fits) this.giveBack(row)
    return fits
  }

  giveBack(row: number): void {
    const consumption = this.consumptions[row]
    if (consumption === null) return
    const { used } = this.groups[this.groupOfRow[row]]
    const { slots, amounts } = consumption
    for (let index = 0; index < slots.length; index++) {
      subtractAmount(used, slots[index], amounts, index)
    }
  }

  /** The first counter that the pool is short of for the device, null when it has them all. */
  shortage(row: number, pool: Pool): CounterShortage | null {
    const consumption = this.consumptions[row]
    if (consumption === null || pool.counters === null) return null
    const group = this.groups[this.groupOfRow[row]]
    const { available, isKnown } = this.accountOf(group, pool, pool.counters)
    for (const { counterSet, counters } of this.table.models[row].consumesCounters) {
      for (const [counter, wanted] of counters) {
        const slot = group.slotOf.get(slotKey(counterSet, counter)) ?? 0
        const freeNano = amountOf(available, slot)
        if (isKnown[slot] === 1 && wanted.nano > freeNano) {
          return { counterSet, counter, wanted, freeNano }
        }
      }
    }
    return null
  }

  private accountOf(group: Group, pool: Pool, counters: PoolCounters): Account {
    if (group.current !== null && group.stamp === this.stamp) return group.current
    const key = accountKey(pool.driver, counters.generation)
    let account = group.accounts.get(key)
    if (account === undefined || account.version !== group.version) {
      account = this.open(group, counters)
      group.accounts.set(key, account)
    }
    group.current = account
    group.stamp = this.stamp
    return account
  }

  private open(group: Group, { sets, consumers }: PoolCounters): Account {
    const { slotOf, version } = group
    const isKnown = new Uint8Array(slotOf.size)
    const available = makeAmounts(slotOf.size)
    for (const set of sets) {
      for (const [counter, { nano }] of set.counters) {
        const slot = slotOf.get(slotKey(set.name, counter)) ?? 0
        isKnown[slot] = 1
        setAmount(available, slot, nano)
      }
    }
    for (const row of consumers) {
      const consumption = this.consumptions[row]
      if (consumption === null || !this.occupancy.isAllocated(this.table.identity[row])) continue
      for (const [index, slot] of consumption.slots.entries()) {
        if (isKnown[slot] === 1) subtractAmount(available, slot, consumption.amounts, index)
      }
    }
    const isOverdrawn = available.high.some((high) => high < 0)
    return { isKnown, available, isOverdrawn, version }
  }

  /** Gives every counter of every group a slot, and every device its consumption. */
  private collect({ countersByPoolName }: DeviceRules): void {
    const groupOf = new Map<string, number>()
    const ownerOf = new Map<string, string>()
    const { slices, sliceStart, models, identity } = this.table
    for (const [index, { driver, pool, generation, counterSets }] of slices.entries()) {
      const key = countersByPoolName ? pool : `${driver}/${pool}`
      const group = groupOf.get(key) ?? this.addGroup()
      groupOf.set(key, group)
      this.addSlots(this.groups[group], counterSets)
      for (let row = sliceStart[index]; row < sliceStart[index + 1]; row++) {
        const consumes = models[row].consumesCounters
        if (consumes.length === 0) continue
        const owner = accountKey(driver, generation)
        this.hasRivalAccounts ||= (ownerOf.get(key) ?? owner) !== owner
        ownerOf.set(key, owner)
        this.groupOfRow[row] = group
        this.groupOfIdentity[identity[row]] = group
        this.consumptions[row] = consumptionOf(this.groups[group], consumes)
      }
    }
    for (const group of this.groups) group.used = makeAmounts(group.slotOf.size)
  }

  private addGroup(): number {
    const used = makeAmounts(0)
    const accounts = new Map<string, Account>()
    this.groups.push({ slotOf: new Map(), used, accounts, current: null, stamp: -1, version: 0 })
    return this.groups.length - 1
  }

  private addSlots(group: Group, sets: readonly CounterSet[]): void {
    for (const { name, counters } of sets) {
      for (const counter of counters.keys()) slotFor(group, name, counter)
    }
  }
}

function accountKey(driver: string, generation: number): string {
  return `${driver} ${generation}`
}

function consumptionOf(group: Group, consumes: readonly CounterConsumption[]): Consumption {
  const used = consumes.flatMap(({ counterSet, counters }) =>
    [...counters].map(([counter, { nano }]) => ({
      slot: slotFor(group, counterSet, counter),
      nano,
    })),
  )
  const amounts = makeAmounts(used.length)
  for (const [index, { nano }] of used.entries()) setAmount(amounts, index, nano)
  return { slots: Int32Array.from(used, ({ slot }) => slot), amounts }
}

function slotFor({ slotOf }: Group, counterSet: string, counter: string): number {
  const key = slotKey(counterSet, counter)
  const slot = slotOf.get(key) ?? slotOf.size
  slotOf.set(key, slot)
  return slot
}

function slotKey(counterSet: string, counter: string): string {
  return JSON.stringify([counterSet, counter])
}
