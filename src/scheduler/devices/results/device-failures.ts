import { formatQuantity, type Quantity } from '../../../snapshot/resources/quantity-text.ts'
import type { DeviceFailure, SelectorFailureFact } from '../../framework/device-detail.ts'
import { ABSENT } from '../inventory/attribute-columns.ts'
import type { DeviceInventory } from '../inventory/device-inventory.ts'
import { firstPreventing } from '../inventory/device-taints.ts'
import type { NodePools } from '../inventory/pool.ts'
import type { ClaimPlan, Demand } from '../search/claim-plan.ts'
import { MATCHES } from '../selectors/expression-verdicts.ts'

/** What speaks against one device. */
export interface Classified {
  readonly row: number
  /** How far the device got: the higher, the closer it came. */
  readonly rank: number
  /** Failures that are told together. */
  readonly group: string
  readonly failure: DeviceFailure
}

const PODS_SHOWN = 3

/** Finds the first thing that speaks against a device, each device by itself. */
export class DeviceFailures {
  private readonly inventory: DeviceInventory
  private readonly plan: ClaimPlan
  private readonly demand: Demand
  private readonly node: number
  private readonly pools: NodePools
  private readonly checks: readonly ((row: number, at: number) => DeviceFailure | null)[]

  constructor(
    inventory: DeviceInventory,
    plan: ClaimPlan,
    demand: Demand,
    node: number,
    pools: NodePools,
  ) {
    this.inventory = inventory
    this.plan = plan
    this.demand = demand
    this.node = node
    this.pools = pools
    this.checks = [
      (row) => this.selector(row, true),
      (row) => this.selector(row, false),
      (row) => this.reach(row),
      (row) => this.attribute(row),
      (row) => this.capacity(row),
      (row) => this.taint(row),
      (row, at) => this.counter(row, at),
      (row) => this.inUse(row),
    ]
  }

  /** `at`: a position in the node's list of devices. */
  of(at: number): Classified | null {
    const row = this.pools.rows[at]
    for (const [rank, check] of this.checks.entries()) {
      const failure = check(row, at)
      if (failure !== null) return { row, rank, group: groupOf(failure), failure }
    }
    return null
  }

  private selector(row: number, isOfClass: boolean): SelectorFailureFact | null {
    const { selectors } = this.demand
    if (selectors === null || selectors.judge(row) === MATCHES) return null
    const at = selectors.firstObjection(row)
    const { expression, isOfClass: isClass } = selectors.selector(at)
    if (isClass !== isOfClass) return null
    const by = isClass ? 'classSelector' : 'requestSelector'
    return { by, devices: 1, expression, values: selectors.valuesRead(at, row) }
  }

  private reach(row: number): DeviceFailure | null {
    const { table, reach } = this.inventory
    if (table.isBarred[row] === 1 || table.isBeyond[row] === 1) return { by: 'feature', devices: 1 }
    const isOutside = table.hasOwnReach[row] === 1 && !reach.deviceIsForNode(row, this.node)
    return isOutside ? { by: 'node', devices: 1 } : null
  }

  private attribute(row: number): DeviceFailure | null {
    for (const { written } of this.plan.constraints) {
      const { requests, matchAttribute, distinctAttribute } = written
      const isBound = requests.length === 0 || requests.includes(this.demand.resultName)
      const attribute = matchAttribute ?? distinctAttribute ?? ''
      if (isBound && this.inventory.attributes.of(attribute)[row] === ABSENT) {
        return { by: 'attribute', devices: 1, attribute }
      }
    }
    return null
  }

  private capacity(row: number): DeviceFailure | null {
    const { rules, table, occupancy } = this.inventory
    if (!rules.consumableCapacity) return null
    const { capacities } = table.models[row]
    for (const [name, wanted] of this.demand.written.capacities ?? []) {
      if (!capacities.has(name)) return shortOf(name, wanted, null)
    }
    const taken = occupancy.consumed.get(table.identity[row])
    for (const { name, consumed, valueNano } of this.demand.capacity.of(row).shares) {
      const freeNano = valueNano - (taken?.get(name) ?? 0n)
      if (consumed.nano > freeNano) return shortOf(name, consumed, freeNano)
    }
    if (this.demand.capacity.of(row).verdict === 'fits') return null
    // Its policy forbids the amount, whatever there is of it.
    const [[name, capacity] = ['', null]] = capacities
    const asked = this.demand.written.capacities?.get(name) ?? capacity?.value
    return asked === undefined ? null : shortOf(name, asked, capacity?.value.nano ?? null)
  }

  private taint(row: number): DeviceFailure | null {
    const { taintLists, taintList } = this.inventory.table
    const taint = firstPreventing(taintLists[taintList[row]], this.demand.written.tolerations)
    return taint === undefined ? null : { by: 'taint', devices: 1, taint }
  }

  private counter(row: number, at: number): DeviceFailure | null {
    const { counters } = this.inventory
    const short = counters.shortage(row, this.pools.pools[this.pools.poolAt[at]])
    if (short === null) return null
    const { counterSet, counter, wanted, freeNano } = short
    const free = formatQuantity(freeNano, wanted.format)
    return { by: 'counter', devices: 1, counterSet, counter, wanted: wanted.text, free }
  }

  private inUse(row: number): DeviceFailure | null {
    const { table, occupancy } = this.inventory
    const identity = table.identity[row]
    if (this.demand.adminAccess || occupancy.isTaken[identity] === 0) return null
    const holder = occupancy.holderOf.get(identity)
    const pods = holder?.reservedFor.slice(0, PODS_SHOWN).map(({ name }) => name) ?? []
    const claim = holder === undefined ? '' : `${holder.namespace}/${holder.name}`
    return { by: 'inUse', devices: 1, claim, pods }
  }
}

function shortOf(capacity: string, wanted: Quantity, freeNano: bigint | null): DeviceFailure {
  const free = freeNano === null ? null : formatQuantity(freeNano, wanted.format)
  return { by: 'capacity', devices: 1, capacity, wanted: wanted.text, free }
}

function groupOf(failure: DeviceFailure): string {
  switch (failure.by) {
    case 'classSelector':
    case 'requestSelector':
      return `${failure.by} ${failure.expression}`
    case 'capacity':
      return `${failure.by} ${failure.capacity}`
    case 'counter':
      return `${failure.by} ${failure.counterSet} ${failure.counter}`
    case 'taint':
      return `${failure.by} ${JSON.stringify(failure.taint)}`
    case 'attribute':
      return `${failure.by} ${failure.attribute}`
    default:
      return failure.by
  }
}
