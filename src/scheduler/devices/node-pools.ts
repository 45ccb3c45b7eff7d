import type { CounterSet, ResourceSlice } from '../../snapshot/devices/resource-slice.ts'
import { byCodeUnit } from '../framework/fit-error-message.ts'
import type { DeviceRules } from './device-rules.ts'
import type { DeviceTable } from './device-table.ts'
import type { SliceReach } from './slice-reach.ts'

/** A driver's pool of devices, as one node sees it. */
export interface Pool {
  readonly driver: string
  readonly name: string
  /** Incomplete: some of its slices are missing. Neither that nor an invalid one offers anything. */
  readonly status: 'complete' | 'incomplete' | 'invalid'
  /** What is wrong with an invalid one. */
  readonly problem: string
  /** Devices for the node, in the order in which they are tried. */
  readonly rows: Int32Array
  readonly counters: PoolCounters | null
}

/** The counters that the devices of a pool share. */
export interface PoolCounters {
  readonly generation: number
  readonly sets: readonly CounterSet[]
  /** All devices of the pool that use counters, those for other nodes too. */
  readonly consumers: readonly number[]
}

/** The devices that a node can reach. */
export interface NodePools {
  /** In the order in which they are searched. */
  readonly pools: readonly Pool[]
  /** The devices of complete pools, pool after pool. */
  readonly rows: Int32Array
  /** Of each of them: which of the pools it is in. */
  readonly poolAt: Int32Array
  readonly hasInvalid: boolean
  /** A node selector that cannot be read ends the attempt. */
  readonly error: string | null
}

const NO_ROWS = new Int32Array(0)

/** The pools of every node (GatherPools); nodes that see the same slices share the answer. */
export class PoolsOfNodes {
  private readonly table: DeviceTable
  private readonly rules: DeviceRules
  private readonly reach: SliceReach
  private readonly slicesOfPool = new Map<string, number[]>()
  private readonly ofNode: (NodePools | undefined)[] = []
  private readonly bySlices = new Map<string, NodePools>()
  private readonly poolBySlices = new Map<string, Pool | null>()

  constructor(table: DeviceTable, rules: DeviceRules, reach: SliceReach) {
    this.table = table
    this.rules = rules
    this.reach = reach
    for (const [index, slice] of table.slices.entries()) {
      const key = poolKey(slice)
      const known = this.slicesOfPool.get(key)
      if (known === undefined) this.slicesOfPool.set(key, [index])
      else known.push(index)
    }
  }

  of(node: number): NodePools {
    let found = this.ofNode[node]
    if (found === undefined) {
      const { slices, error } = this.reach.forNode(node)
      const key = `${error ?? ''} ${slices.join()}`
      found = this.bySlices.get(key) ?? this.gather(slices, error)
      this.bySlices.set(key, found)
      this.ofNode[node] = found
    }
    return found
  }

  private gather(slices: readonly number[], error: string | null): NodePools {
    const newest = new Map<string, number[]>()
    for (const index of slices) {
      const key = poolKey(this.table.slices[index])
      newest.set(key, this.withNewest(newest.get(key) ?? [], index))
    }
    const pools = [...newest.values()].flatMap((considered) => this.poolOf(considered) ?? [])
    pools.sort((a, b) => this.compare(a, b))
    const rows = Int32Array.from(pools.flatMap((pool) => [...pool.rows]))
    const poolAt = Int32Array.from(pools.flatMap((pool, at) => Array.from(pool.rows, () => at)))
    const hasInvalid = pools.some(({ status }) => status === 'invalid')
    return { pools, rows, poolAt, hasInvalid, error }
  }

  /** Slices of an older generation give way. */
  private withNewest(known: number[], index: number): number[] {
    const first = known[0]
    if (first === undefined) return [index]
    const { slices } = this.table
    const { generation } = slices[first]
    if (slices[index].generation < generation) return known
    return slices[index].generation > generation ? [index] : [...known, index]
  }

  /** Null: the pool is about to be replaced by another generation, and is left out. */
  private poolOf(considered: readonly number[]): Pool | null {
    const key = considered.join()
    let pool = this.poolBySlices.get(key)
    if (pool === undefined) {
      pool = this.build(considered)
      this.poolBySlices.set(key, pool)
    }
    return pool
  }

  private build(considered: readonly number[]): Pool | null {
    const { slices } = this.table
    const { driver, pool: name, generation, sliceCount } = slices[considered[0]]
    if (considered.length === sliceCount) return this.complete(considered, considered)
    const ofPool = this.slicesOfPool.get(poolKey(slices[considered[0]])) ?? []
    if (ofPool.some((index) => slices[index].generation > generation)) return null
    const all = ofPool.filter(
      (index) => slices[index].generation === generation && !this.isIgnored(slices[index]),
    )
    if (all.length === sliceCount) return this.complete(considered, all)
    return { driver, name, status: 'incomplete', problem: '', rows: NO_ROWS, counters: null }
  }

  private isIgnored({ devices }: ResourceSlice): boolean {
    const { ignoresCompatibilityGroups } = this.rules
    return ignoresCompatibilityGroups && devices.some(({ model }) => model.hasCompatibilityGroups)
  }

  private complete(considered: readonly number[], all: readonly number[]): Pool {
    const { slices } = this.table
    const { driver, pool: name, generation } = slices[considered[0]]
    const seen = new Set(considered)
    const sorted = considered.toSorted((a, b) => byCodeUnit(slices[a].name, slices[b].name))
    const { partitionable } = this.rules
    const offers = (index: number) => !partitionable || slices[index].counterSets.length === 0
    const rows = this.rowsOf(sorted.filter(offers))
    const others = all.filter((index) => !seen.has(index) && offers(index))
    const sets = all.flatMap((index) => slices[index].counterSets)
    const consumers = partitionable ? this.consumersAmong([...rows, ...this.rowsOf(others)]) : []
    const problem =
      this.duplicateName(rows) ?? (partitionable ? this.badCounter(sets, consumers) : null)
    if (problem !== null) {
      return { driver, name, status: 'invalid', problem, rows: NO_ROWS, counters: null }
    }
    const counters = consumers.length === 0 ? null : { generation, sets, consumers }
    return { driver, name, status: 'complete', problem: '', rows: Int32Array.from(rows), counters }
  }

  private rowsOf(slices: readonly number[]): number[] {
    const { sliceStart } = this.table
    return slices.flatMap((index) =>
      Array.from(
        { length: sliceStart[index + 1] - sliceStart[index] },
        (_, device) => sliceStart[index] + device,
      ),
    )
  }

  private consumersAmong(rows: readonly number[]): number[] {
    return rows.filter((row) => this.table.models[row].consumesCounters.length > 0)
  }

  private duplicateName(rows: readonly number[]): string | null {
    const seen = new Set<string>()
    for (const row of rows) {
      const name = this.table.names[row]
      if (seen.has(name)) return `duplicate device name ${name}`
      seen.add(name)
    }
    return null
  }

  private badCounter(sets: readonly CounterSet[], consumers: readonly number[]): string | null {
    const known = new Map<string, CounterSet>()
    for (const set of sets) {
      if (known.has(set.name)) return `duplicate counter set name ${set.name}`
      known.set(set.name, set)
    }
    for (const row of consumers) {
      for (const { counterSet, counters } of this.table.models[row].consumesCounters) {
        const set = known.get(counterSet)
        if (set === undefined) return `counter set ${counterSet} not found`
        for (const name of counters.keys()) {
          if (!set.counters.has(name)) {
            return `counter ${name} not found in counter set ${counterSet}`
          }
        }
      }
    }
    return null
  }

  /** By driver and name; pools whose devices have to be made ready come last. */
  private compare(a: Pool, b: Pool): number {
    const last = Number(this.needsReadying(a)) - Number(this.needsReadying(b))
    return last || byCodeUnit(a.driver, b.driver) || byCodeUnit(a.name, b.name)
  }

  private needsReadying({ rows }: Pool): boolean {
    return (
      this.rules.bindingConditions &&
      rows.some((row) => this.table.models[row].bindingConditions !== null)
    )
  }
}

function poolKey({ driver, pool }: ResourceSlice): string {
  return `${driver}/${pool}`
}
