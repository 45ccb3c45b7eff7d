import type { DeviceInventory } from '../inventory/device-inventory.ts'
import type { NodePools } from '../inventory/pool.ts'
import { type AllDevices, allDevices } from './all-devices.ts'
import { type ClaimPlan, claimText, type Demand } from './claim-plan.ts'
import type { DevicePicks } from './device-picks.ts'

/** More devices a claim cannot hold (AllocationResultsMaxSize). */
export const RESULTS_MAX = 32

/**
 * Checks the claims of a pod before any search, as upstream does for every node, and finds out what
 * "all" devices come to there (the first part of Allocate).
 */
export class ClaimCheck {
  private readonly inventory: DeviceInventory
  private readonly plans: readonly ClaimPlan[]
  private readonly picks: DevicePicks
  /** By claim, request and alternative: positions in the node's list of devices. */
  private readonly all: Int32Array[][][]
  /** Without mode All the check is the same for every node. */
  private readonly isSameEverywhere: boolean
  private known: string | null | undefined

  constructor(inventory: DeviceInventory, plans: readonly ClaimPlan[], picks: DevicePicks) {
    this.inventory = inventory
    this.plans = plans
    this.picks = picks
    this.all = plans.map(({ requests }) => requests.map(() => []))
    this.isSameEverywhere = !plans.some(({ requests }) =>
      requests.some(({ demands }) => demands.some(({ takesAll }) => takesAll)),
    )
  }

  allOf(claim: number, request: number, alternative: number): Int32Array {
    return this.all[claim][request][alternative]
  }

  /** What ends the attempt, null for nothing. */
  on(node: number, pools: NodePools): string | null {
    if (this.isSameEverywhere) {
      this.known ??= this.check(node, pools) ?? null
      return this.known
    }
    return this.check(node, pools)
  }

  private check(node: number, pools: NodePools): string | null {
    for (let claim = 0; claim < this.plans.length; claim++) {
      const error = this.checkClaim(claim, node, pools)
      if (error !== null) return error
    }
    return null
  }

  private checkClaim(claim: number, node: number, pools: NodePools): string | null {
    const plan = this.plans[claim]
    const { limitMessage } = this.inventory.rules
    let least = 0
    for (const [request, { written, demands, error }] of plan.requests.entries()) {
      if (error !== null) return error
      let leastOfRequest = Number.MAX_SAFE_INTEGER
      for (const [alternative, demand] of demands.entries()) {
        if (demand.error !== null) return demand.error
        const error = this.findAll(claim, request, alternative, node, pools)
        if (error !== null) return error
        leastOfRequest = Math.min(leastOfRequest, this.countOf(claim, request, alternative, demand))
      }
      if (limitMessage === 'of-request' && leastOfRequest > RESULTS_MAX - least) {
        return `claim ${claimText(plan.claim)}, request ${written.name}: adding ${leastOfRequest} devices exceeds the claim limit of ${RESULTS_MAX}, with ${least} already accounted for`
      }
      least += leastOfRequest
    }
    if (least > RESULTS_MAX) {
      return `claim ${claimText(plan.claim)}: number of requested devices ${least} exceeds the claim limit of ${RESULTS_MAX}`
    }
    return plan.constraintError
  }

  countOf(claim: number, request: number, alternative: number, demand: Demand): number {
    return demand.takesAll ? this.allOf(claim, request, alternative).length : demand.written.count
  }

  private findAll(
    claim: number,
    request: number,
    alternative: number,
    node: number,
    pools: NodePools,
  ): string | null {
    const { demands } = this.plans[claim].requests[request]
    const ofRequest = this.all[claim][request]
    // A slip of 1.35: the second alternative gets the devices that the first was found to take.
    const isConfused = this.inventory.rules.confusesAllAlternatives && alternative === 1
    if (!demands[alternative].takesAll) return null
    if (isConfused && demands[0].takesAll) {
      ofRequest[1] = ofRequest[0]
      return null
    }
    const found: AllDevices = allDevices(
      this.inventory,
      this.picks,
      { plan: this.plans[claim], demand: demands[alternative] },
      { node, pools },
    )
    if (!found.ok) return found.error
    ofRequest[alternative] = found.at
    return null
  }
}
