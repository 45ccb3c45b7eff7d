import type { DeviceInventory } from '../inventory/device-inventory.ts'
import type { NodePools } from '../inventory/pool.ts'
import type { ClaimSolution } from '../results/allocation-result.ts'
import { CANNOT_BE_JUDGED, type Candidates, DEPENDS, WILL_NOT_DO } from './candidates.ts'
import { ClaimCheck, RESULTS_MAX } from './claim-check.ts'
import type { ClaimPlan, Demand } from './claim-plan.ts'
import {
  BROKEN,
  DevicePicks,
  PICKED,
  type PickEnd,
  type PickedDevice,
  REFUSED,
} from './device-picks.ts'

/** As many devices as 1.35 looks at in ten seconds, as measured. */
const TESTS_UPSTREAM_MAX = 50_000_000
/** Deeper than this no well-formed claims go; each level takes some of the machine's stack. */
const DEPTH_MAX = 1000

/** How a part of the search ended. */
const NOT_FOUND = 0
const FOUND = 1
/** It would take more devices than a claim can hold, which no other device changes. */
const TOO_MANY = 2
const FAILED = 3
const OUT_OF_STEPS = 4
type End = typeof NOT_FOUND | typeof FOUND | typeof TOO_MANY | typeof FAILED | typeof OUT_OF_STEPS

export type SearchEnd = 'found' | 'not-found' | 'invalid-pools' | 'out-of-steps' | 'failed'

/**
 * Looks for devices for the claims of a pod on one node after another: depth first, the first full
 * solution counts (Allocate and allocateOne).
 */
export class DeviceSearch {
  /** After `failed`: what ends the attempt. */
  error = ''
  private readonly inventory: DeviceInventory
  private readonly plans: readonly ClaimPlan[]
  private readonly picks: DevicePicks
  private readonly check: ClaimCheck
  private readonly chosen: readonly Int32Array[]
  private pools: NodePools
  private node = -1
  private depth = 0
  /** In how many orders the devices picked so far could have been picked. */
  private orders = 1
  /** Devices that a search through all orders would have looked at. */
  private testsUpstream = 0

  constructor(inventory: DeviceInventory, plans: readonly ClaimPlan[]) {
    this.inventory = inventory
    this.plans = plans
    this.picks = new DevicePicks(inventory, plans)
    this.check = new ClaimCheck(inventory, plans, this.picks)
    this.chosen = plans.map(({ requests }) => new Int32Array(requests.length))
    this.pools = inventory.pools.of(0)
  }

  /** After `found`: the devices, in the order of claims and requests. */
  devices(): readonly PickedDevice[] {
    return this.picks.devices()
  }

  /** After `found`: what one claim got. */
  solutionOf(claim: number): Pick<ClaimSolution, 'devices' | 'alternatives'> {
    const devices = this.devices().filter((one) => one.claim === claim)
    return { devices, alternatives: [...this.chosen[claim]] }
  }

  /** What is found is held until `release`. */
  on(node: number): SearchEnd {
    const { pools, budget } = this.inventory
    this.node = node
    this.pools = pools.of(node)
    this.depth = 0
    const error = this.pools.error === null ? null : `gather pool information: ${this.pools.error}`
    const problem = error ?? this.check.on(node, this.pools)
    if (problem !== null) return this.fail(problem)
    budget.startNode()
    this.orders = 1
    this.testsUpstream = 0
    const end = this.searchClaim(0)
    budget.endNode()
    if (end === FOUND) return 'found'
    if (end === FAILED) return this.fail(this.picks.error)
    if (end === OUT_OF_STEPS || this.isTooSlowUpstream()) return 'out-of-steps'
    return this.pools.hasInvalid && this.pools.barrier === null ? 'invalid-pools' : 'not-found'
  }

  /** A search that fails was made by 1.35 once for every order of the devices of a request. */
  private isTooSlowUpstream(): boolean {
    return this.inventory.rules.searchesOrders && this.testsUpstream > TESTS_UPSTREAM_MAX
  }

  release(): void {
    this.picks.clear()
  }

  private fail(error: string): SearchEnd {
    this.error = error
    return 'failed'
  }

  private searchClaim(claim: number): End {
    return claim >= this.plans.length ? FOUND : this.searchRequest(claim, 0)
  }

  private searchRequest(claim: number, request: number): End {
    if (this.depth >= DEPTH_MAX) return OUT_OF_STEPS
    this.depth++
    const end = this.searchAlternatives(claim, request)
    this.depth--
    return end
  }

  private searchAlternatives(claim: number, request: number): End {
    const { requests } = this.plans[claim]
    if (request >= requests.length) {
      const end = this.searchClaim(claim + 1)
      // Another choice here may leave that claim an alternative of fewer devices.
      return end === TOO_MANY ? NOT_FOUND : end
    }
    if (!requests[request].hasAlternatives) return this.searchDevice(claim, request, 0, 0, 0)
    let isAlwaysTooMany = true
    for (let alternative = 0; alternative < requests[request].demands.length; alternative++) {
      const end = this.searchDevice(claim, request, alternative, 0, 0)
      if (end === TOO_MANY) continue
      isAlwaysTooMany = false
      if (end === FOUND) this.chosen[claim][request] = alternative
      if (end !== NOT_FOUND) return end
    }
    return isAlwaysTooMany ? TOO_MANY : NOT_FOUND
  }

  /** The device number `index` of a request, from the position `start` of the node's devices on. */
  private searchDevice(
    claim: number,
    request: number,
    alternative: number,
    index: number,
    start: number,
  ): End {
    if (!this.spend()) return OUT_OF_STEPS
    const demand = this.plans[claim].requests[request].demands[alternative]
    const count = this.check.countOf(claim, request, alternative, demand)
    if (demand.takesAll && count === 0) return NOT_FOUND
    if (index >= count) return this.searchRequest(claim, request + 1)
    if (count - index > RESULTS_MAX - this.picks.countOf(claim)) return TOO_MANY
    if (this.depth >= DEPTH_MAX) return OUT_OF_STEPS
    this.depth++
    const end = demand.takesAll
      ? this.takeOneOfAll(demand, index)
      : this.tryDevices(demand, index, start)
    this.depth--
    return end
  }

  /** Of all devices none can be left out. */
  private takeOneOfAll(demand: Demand, index: number): End {
    const { claim, request, alternative } = demand
    const at = this.check.allOf(claim, request, alternative)[index]
    const picked = this.picks.pick(demand, this.pools.rows[at], this.pools, at, true)
    if (picked === BROKEN) return FAILED
    if (picked === REFUSED) return NOT_FOUND
    // A slip of 1.35: the rest is searched as if for the first alternative.
    const next = this.inventory.rules.confusesAllAlternatives ? 0 : alternative
    const end = this.searchDevice(claim, request, next, index + 1, 0)
    if (end !== FOUND) this.picks.undo()
    return end
  }

  private tryDevices(demand: Demand, index: number, start: number): End {
    const { picks } = this
    const { rows } = this.pools
    const { claim, request, alternative, candidates } = demand
    if (candidates === null) return NOT_FOUND
    const { verdict } = candidates
    this.testsUpstream += this.orders * rows.length
    const { barrier } = this.pools
    const end = barrier === null ? rows.length : barrier.at
    for (let at = start; at < end; at++) {
      if (!this.spend()) return OUT_OF_STEPS
      if (verdict[rows[at]] === WILL_NOT_DO) continue
      const picked = this.tryDevice(demand, candidates, at)
      if (picked === BROKEN) return FAILED
      if (picked === REFUSED) continue
      const before = this.orders
      this.orders *= index + 1
      const rest = this.searchDevice(claim, request, alternative, index + 1, at + 1)
      this.orders = before
      if (rest === FOUND) return FOUND
      picks.undo()
      if (rest !== NOT_FOUND) return rest
    }
    if (barrier === null) return NOT_FOUND
    picks.error = barrier.error
    return FAILED
  }

  private tryDevice(demand: Demand, candidates: Candidates, at: number): PickEnd {
    const { picks, pools } = this
    const row = pools.rows[at]
    if (picks.isInUse(demand, row)) return REFUSED
    const known = candidates.verdict[row] || candidates.judge(row)
    if (known === WILL_NOT_DO) return REFUSED
    if (known === CANNOT_BE_JUDGED) return picks.breakOn(demand, row)
    if (known === DEPENDS) {
      const judged = picks.judge(demand, row, this.node)
      const fits = judged === PICKED ? picks.judgeCapacity(demand, row) : judged
      if (fits !== PICKED) return fits
    } else if (this.plans[demand.claim].constraints.length === 0) {
      picks.push(demand, row, false)
      return PICKED
    }
    return picks.pick(demand, row, pools, at, false)
  }

  private spend(): boolean {
    return --this.inventory.budget.left > 0
  }
}
