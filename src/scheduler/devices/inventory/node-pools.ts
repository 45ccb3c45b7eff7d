import type { CounterSet, ResourceSlice } from '../../../snapshot/devices/resource-slice.ts'
import { byCodeUnit } from '../../framework/fit-error-message.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from './device-table.ts'
import type { Barrier, NodePools, Pool } from './pool.ts'
import type { SliceReach } from './slice-reach.ts'

const NO_ROWS = new Int32Array(0)
const NOTHING = { comesLast: false, rows: NO_ROWS, counters: null } as const

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
    pools.sort(inSearchOrder)
    const rows = Int32Array.from(pools.flatMap((pool) => [...pool.rows]))
    const poolAt = Int32Array.from(pools.flatMap((pool, at) => Array.from(pool.rows, () => at)))
    const hasInvalid = pools.some(({ status }) => status === 'invalid')
    return { pools, rows, poolAt, hasInvalid, error, barrier: this.barrierAmong(pools) }
  }

  private barrierAmong(pools: readonly Pool[]): Barrier | null {
    const first = pools.findIndex(({ problem }) => problem !== '')
    if (this.rules.poolsAreJudged === 'whole' || first < 0) return null
    const at = pools.slice(0, first).reduce((sum, { rows }) => sum + rows.length, 0)
    const { name, problem } = pools[first]
    return { at, error: `pool ${name} is invalid: ${problem}` }
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
    if (this.rules.poolsAreJudged === 'by-node') return this.asReached(this.inOrder(considered))
    if (considered.length === sliceCount) return this.complete(considered, considered)
    const ofPool = this.slicesOfPool.get(poolKey(slices[considered[0]])) ?? []
    if (ofPool.some((index) => slices[index].generation > generation)) return null
    const all = ofPool.filter(
      (index) => slices[index].generation === generation && !this.isIgnored(slices[index]),
    )
    if (all.length === sliceCount) return this.complete(considered, all)
    return { ...NOTHING, driver, name, status: 'incomplete', problem: '' }
  }

  private isIgnored({ devices }: ResourceSlice): boolean {
    const { ignoresCompatibilityGroups } = this.rules
    return ignoresCompatibilityGroups && devices.some(({ model }) => model.hasCompatibilityGroups)
  }

  /** As the slices that reach the node have it, whatever else the pool has. */
  private asReached(sorted: readonly number[]): Pool {
    const { driver, pool: name, sliceCount } = this.table.slices[sorted[0]]
    const rows = this.rowsOf(sorted)
    const problem = this.duplicateName(rows) ?? ''
    const offered = problem === '' ? Int32Array.from(rows) : NO_ROWS
    const comesLast = this.needReadying(rows)
    const pool = { driver, name, problem, comesLast, rows: offered, counters: null }
    if (sorted.length !== sliceCount) return { ...pool, status: 'incomplete' }
    return { ...pool, status: problem === '' ? 'complete' : 'invalid' }
  }

  /** By name, those with devices that have to be made ready last where the release has it so. */
  private inOrder(considered: readonly number[]): number[] {
    const { slices, sliceStart } = this.table
    const isLast = (index: number) =>
      this.rules.bindingConditionsLast === 'pools-and-slices' &&
      this.needReadying(range(sliceStart[index], sliceStart[index + 1]))
    return considered.toSorted(
      (a, b) => Number(isLast(a)) - Number(isLast(b)) || byCodeUnit(slices[a].name, slices[b].name),
    )
  }

  private complete(considered: readonly number[], all: readonly number[]): Pool {
    const { slices } = this.table
    const { driver, pool: name, generation } = slices[considered[0]]
    const seen = new Set(considered)
    const sorted = this.inOrder(considered)
    const { partitionable } = this.rules
    const offers = (index: number) => !partitionable || slices[index].counterSets.length === 0
    const rows = this.rowsOf(sorted.filter(offers))
    const others = all.filter((index) => !seen.has(index) && offers(index))
    const sets = all.flatMap((index) => slices[index].counterSets)
    const consumers = partitionable ? this.consumersAmong([...rows, ...this.rowsOf(others)]) : []
    const problem =
      this.duplicateName(rows) ?? (partitionable ? this.badCounter(sets, consumers) : null)
    if (problem !== null) {
      return { ...NOTHING, driver, name, status: 'invalid', problem }
    }
    const counters = consumers.length === 0 ? null : { generation, sets, consumers }
    const comesLast = this.rules.bindingConditionsLast !== 'nothing' && this.needReadying(rows)
    const offered = { comesLast, rows: Int32Array.from(rows), counters }
    return { driver, name, status: 'complete', problem: '', ...offered }
  }

  private rowsOf(slices: readonly number[]): number[] {
    const { sliceStart } = this.table
    return slices.flatMap((index) => range(sliceStart[index], sliceStart[index + 1]))
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

  private needReadying(rows: readonly number[]): boolean {
    return rows.some((row) => this.table.models[row].bindingConditions !== null)
  }
}

/** By driver and name; pools whose devices have to be made ready come last. */
function inSearchOrder(a: Pool, b: Pool): number {
  const last = Number(a.comesLast) - Number(b.comesLast)
  return last || byCodeUnit(a.driver, b.driver) || byCodeUnit(a.name, b.name)
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}

function poolKey({ driver, pool }: ResourceSlice): string {
  return `${driver}/${pool}`
}
