import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { DeviceInventory } from '../../devices/inventory/device-inventory.ts'
import type { Detail } from '../../framework/detail.ts'
import type { ClaimAllocationView, PlacedClaims } from '../../framework/placed-claims.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { AllocatedClaim, type AllocatedClaimRules } from './allocated-claim.ts'
import { bindingFailure, ClaimPlacement, readyingFailure } from './claim-placement.ts'
import { DeviceAllocation, type NodeAllocation } from './device-allocation.ts'
import { allocatedScore } from './device-score.ts'
import type { PodClaims } from './pod-claims.ts'

const UNAVAILABLE = 'resourceclaim not available on the node'
const NOT_FILTERED =
  'running Reserve plugin "DynamicResources": claim allocation not found for node'
const FITS = 0

/** The devices that the claims of one pod have, or can get. */
export class PodDevices {
  readonly claims: PodClaims
  /** Finds devices for the claims that have none; null when all have theirs. */
  readonly allocation: DeviceAllocation | null
  /** Claims that have theirs. */
  readonly allocated: readonly AllocatedClaim[]
  /** What these add to the score of every node. */
  private readonly allocatedScore: number
  private readonly pod: Pod
  private readonly placement: ClaimPlacement
  /** Binding waits for devices that have to be made ready (DRADeviceBindingConditions). */
  private readonly waitsForDevices: boolean
  private readonly unavailable: number
  private wasJudged = false

  constructor(
    cluster: Cluster,
    pod: Pod,
    claims: PodClaims,
    inventory: DeviceInventory | null,
    rules: AllocatedClaimRules,
    statuses: PluginStatuses,
  ) {
    this.claims = claims
    this.pod = pod
    this.waitsForDevices = rules.bindingConditions
    this.placement = new ClaimPlacement(cluster, pod, claims.own, rules.bindingConditions)
    const allocated = claims.own.filter(({ allocation }) => allocation !== null)
    this.allocatedScore = allocated.reduce((sum, claim) => sum + allocatedScore(claim), 0)
    this.allocated = allocated.flatMap((claim) =>
      claim.allocation === null ? [] : new AllocatedClaim(cluster, claim, claim.allocation, rules),
    )
    this.allocation =
      inventory === null ? null : new DeviceAllocation(cluster, pod, claims, inventory, statuses)
    this.unavailable = statuses.id('UnschedulableAndUnresolvable', UNAVAILABLE)
  }

  /** The verdict; where devices were found the node's score goes into the column. */
  judge(node: number, scores: Float64Array): number {
    this.wasJudged = true
    const { allocation, allocated } = this
    if (allocation !== null) {
      const verdict = allocation.judge(node)
      if (verdict !== FITS) return verdict
      scores[node] = allocation.score + this.allocatedScore
    }
    for (const claim of allocated) if (!claim.isAvailable(node)) return this.unavailable
    return FITS
  }

  /** Where this is the verdict, there are such claims. */
  unavailableOn(node: number, verdict: number): AllocatedClaim[] {
    if (verdict !== this.unavailable) return []
    return this.allocated.filter((one) => !one.isAvailable(node))
  }

  details(node: number, verdict: number): readonly Detail[] {
    const unavailable = this.unavailableOn(node, verdict)
    if (unavailable.length > 0) return unavailable.map((one) => one.detail(node))
    return this.allocation?.details(node) ?? []
  }

  /** Why a pod that was given this node cannot be bound. */
  bindingFailure(node: number): string | null {
    const { allocation, claims } = this
    if (allocation !== null && !this.wasJudged) {
      // A configuration may leave Filter out, which is what finds devices.
      const needsDevices = claims.own.some((claim) => claim.allocation === null)
      return needsDevices ? NOT_FILTERED : null
    }
    const found = allocation?.on(node) ?? null
    const failure = found === null ? null : bindingFailure(this.pod, found)
    return failure ?? (this.waitsForDevices ? this.readyingFailure(found) : null)
  }

  private readyingFailure(found: NodeAllocation | null): string | null {
    const made = new Map(found?.claims.map(({ claim, allocation }) => [claim, allocation]))
    for (const claim of this.claims.own) {
      const allocation = claim.allocation ?? made.get(claim)
      const failure = allocation === undefined ? null : readyingFailure(claim, allocation)
      if (failure !== null) return failure
    }
    return null
  }

  allocations(node: number): readonly ClaimAllocationView[] {
    return this.placement.allocations(this.allocation?.on(node) ?? null)
  }

  placedClaims(node: number): PlacedClaims {
    return this.placement.claims(this.allocation?.on(node) ?? null)
  }

  reserve(node: number): void {
    this.placement.reserve(this.allocation?.on(node) ?? null)
  }
}
