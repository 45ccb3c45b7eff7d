import type { Cluster } from '../../../snapshot/cluster.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { DeviceInventory } from '../../devices/inventory/device-inventory.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { ClaimAllocationView, PlacedClaims } from '../../framework/placed-claims.ts'
import type { NodeFilter } from '../../framework/plugin.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { AllocatedClaim, type AllocatedClaimRules } from './allocated-claim.ts'
import { bindingFailure, ClaimPlacement, readyingFailure } from './claim-placement.ts'
import { DeviceAllocation, type NodeAllocation } from './device-allocation.ts'
import type { PodClaims } from './pod-claims.ts'

const UNAVAILABLE = 'resourceclaim not available on the node'
const NOT_FILTERED =
  'running Reserve plugin "DynamicResources": claim allocation not found for node'
const NO_VERDICT = -1
const FITS = 0

/** Keeps a pod where the devices are that its claims have or can get. */
export class DeviceFilter implements NodeFilter {
  readonly dependsOn = 'static'
  readonly claims: PodClaims
  /** Finds devices for the claims that have none; null when all have theirs. */
  readonly allocation: DeviceAllocation | null
  private readonly pod: Pod
  private readonly placement: ClaimPlacement
  /** Binding waits for devices that have to be made ready (DRADeviceBindingConditions). */
  private readonly waitsForDevices: boolean
  private readonly allocated: readonly AllocatedClaim[]
  private readonly unavailable: number
  /** Nothing changes while a pod is decided, so each node is judged once. */
  private readonly known: Int32Array

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
    this.allocated = claims.own.flatMap((claim) =>
      claim.allocation === null ? [] : new AllocatedClaim(cluster, claim, claim.allocation, rules),
    )
    this.allocation =
      inventory === null ? null : new DeviceAllocation(cluster, pod, claims, inventory, statuses)
    this.unavailable = statuses.id('UnschedulableAndUnresolvable', UNAVAILABLE)
    this.known = new Int32Array(cluster.nodes.count).fill(NO_VERDICT)
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { known } = this
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (known[node] === NO_VERDICT) known[node] = this.judge(node)
      if (known[node] !== FITS) verdict[node] = known[node]
    }
  }

  private judge(node: number): number {
    const verdict = this.allocation?.judge(node) ?? FITS
    if (verdict !== FITS) return verdict
    return this.allocated.every((claim) => claim.isAvailable(node)) ? FITS : this.unavailable
  }

  /** The claims that a node cannot serve, if nothing else was found against it before. */
  unavailableOn(node: number): ResourceClaim[] {
    if (this.known[node] !== this.unavailable) return []
    return this.allocated.filter((one) => !one.isAvailable(node)).map(({ claim }) => claim)
  }

  details(node: number): readonly Detail[] {
    if (this.known[node] === this.unavailable) {
      return this.allocated.filter((one) => !one.isAvailable(node)).map((one) => one.detail(node))
    }
    return this.allocation?.details(node) ?? []
  }

  /** Why a pod that was given this node cannot be bound. */
  bindingFailure(node: number): string | null {
    const { allocation, claims } = this
    const found = allocation?.on(node) ?? null
    if (allocation !== null && this.known[node] === NO_VERDICT) {
      // A configuration may leave Filter out, which is what finds devices.
      const needsDevices = claims.own.some((claim) => claim.allocation === null)
      return needsDevices ? NOT_FILTERED : null
    }
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
