import type { Occupancy } from '../search/occupancy.ts'
import { type DeviceChanges, SHARED } from './device-changes.ts'
import { type DeviceTable, intern } from './device-table.ts'
import { countersText, type TraitColumn } from './device-traits.ts'
import type { PoolsOfNodes } from './node-pools.ts'
import { Pairs } from './pairs.ts'
import type { NodePools, Pool, PoolCounters } from './pool.ts'

/** More kinds, and more beginnings of lists of devices, than nodes and devices call for, are started anew. */
const KINDS_MAX = 65_536
const LISTS_MAX = 500_000

/** Lists begin with one of these; no list has such a number. */
const VALID = -1
const INVALID = -2

/** What a node's devices are told by. */
export interface NodeKindSources {
  readonly table: DeviceTable
  readonly pools: PoolsOfNodes
  readonly occupancy: Occupancy
  readonly changes: DeviceChanges
}

/**
 * Numbers nodes by what certain claims find there: on nodes of one kind the devices stand in the same
 * order, are alike in all that these claims look at, and the same ones are taken. A search on one of
 * them is a search on all.
 */
export class NodeKinds {
  /** By node. */
  readonly of: Int32Array
  /** How often all kinds were started anew, which makes the numbers others. */
  restarts = 0
  private readonly sources: NodeKindSources
  private readonly traits: TraitColumn
  private readonly markers: number
  private count = 0
  /** Lists of devices, each as what it begins with and the next device. */
  private lists = new Pairs()
  private readonly kindOfList = new Map<number, number>()
  private readonly countersKinds = new Map<string, number>()
  private readonly countersKindOf = new Map<PoolCounters, number>()
  private seen = 0

  constructor(sources: NodeKindSources, traits: TraitColumn, nodeCount: number) {
    this.sources = sources
    this.traits = traits
    // Two a device, which may be taken or not.
    this.markers = 2 * (traits.reduce((most, trait) => Math.max(most, trait), 0) + 1)
    this.of = new Int32Array(nodeCount)
    this.nameAll()
  }

  /** Takes in who got devices since this was last asked. */
  catchUp(): void {
    const { log } = this.sources.changes
    if (this.seen === log.length) return
    if (this.isFull) return this.startAnew()
    for (; this.seen < log.length; this.seen++) {
      if (log[this.seen] === SHARED) return this.nameAll()
      this.of[log[this.seen]] = this.kindOn(log[this.seen])
    }
  }

  private get isFull(): boolean {
    const { length } = this.of
    const { size } = this.lists
    return this.count > KINDS_MAX + 2 * length || size > LISTS_MAX + 2 * this.traits.length
  }

  private startAnew(): void {
    this.restarts++
    this.count = 0
    this.lists = new Pairs()
    this.kindOfList.clear()
    this.nameAll()
  }

  private nameAll(): void {
    for (let node = 0; node < this.of.length; node++) this.of[node] = this.kindOn(node)
    this.seen = this.sources.changes.log.length
  }

  private kindOn(node: number): number {
    const pools = this.sources.pools.of(node)
    const list = this.hasOwnWays(pools) ? -1 : this.listOf(pools)
    const known = this.kindOfList.get(list)
    if (known !== undefined) return known
    const kind = this.count++
    if (list >= 0) this.kindOfList.set(list, kind)
    return kind
  }

  /** No other node stands for this one: more matters there than a list of devices tells. */
  private hasOwnWays({ pools, rows, error, barrier }: NodePools): boolean {
    const { table, occupancy } = this.sources
    if (error !== null || barrier !== null) return true
    if (pools.some((pool) => isUnlikeOthers(pool, table))) return true
    for (const row of rows) {
      if (table.hasOwnReach[row] === 1 || table.isShareable[row] === 1) return true
      if (occupancy.isShared[table.identity[row]] === 1) return true
    }
    return false
  }

  private listOf({ pools, rows, poolAt, hasInvalid }: NodePools): number {
    const { table, occupancy } = this.sources
    let list = this.lists.of(hasInvalid ? INVALID : VALID, 0)
    let pool = -1
    for (let at = 0; at < rows.length; at++) {
      if (poolAt[at] !== pool) {
        pool = poolAt[at]
        list = this.lists.of(list, this.markers + this.countersKind(pools[pool]))
      }
      const row = rows[at]
      list = this.lists.of(list, 2 * this.traits[row] + occupancy.isTaken[table.identity[row]])
    }
    return list
  }

  private countersKind({ counters }: Pool): number {
    if (counters === null) return 0
    let kind = this.countersKindOf.get(counters)
    if (kind === undefined) {
      const text = JSON.stringify(
        counters.sets.map((set) => [set.name, countersText(set.counters)]),
      )
      kind = 1 + intern(this.countersKinds, text)
      this.countersKindOf.set(counters, kind)
    }
    return kind
  }
}

/** It lacks slices, or devices for other nodes use its counters. */
function isUnlikeOthers({ status, rows, counters }: Pool, { usesCounters }: DeviceTable): boolean {
  if (status === 'incomplete') return true
  if (counters === null) return false
  return counters.consumers.length > rows.filter((row) => usesCounters[row] === 1).length
}
