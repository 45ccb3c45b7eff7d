import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Allocation } from '../../../snapshot/devices/allocation.ts'
import type { DeviceRequest } from '../../../snapshot/devices/device-request.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { DeviceInventory } from '../../devices/inventory/device-inventory.ts'
import { makeAllocation } from '../../devices/results/allocation-result.ts'
import { explainDevices } from '../../devices/results/explain-devices.ts'
import { type ClaimPlan, planClaims } from '../../devices/search/claim-plan.ts'
import { DeviceSearch, type SearchEnd } from '../../devices/search/device-search.ts'
import { FOUND, INVALID_POOLS, type KnownEnds, NOT_FOUND } from '../../devices/search/known-ends.ts'
import type { Detail } from '../../framework/detail.ts'
import type { RequestMapping } from '../../framework/placed-claims.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { alternativesScore } from './device-score.ts'
import { EXTENDED_CLAIM_NAME, extendedRequests } from './extended-claim.ts'
import type { PodClaims } from './pod-claims.ts'

const NAME = 'DynamicResources'
const CANNOT_ALLOCATE = 'cannot allocate all claims'
const POOLS_INVALID = 'invalid resource pools were encountered'
const CANNOT_FIT = 'cannot fit resource'
const STALE = 'cannot schedule extended resource claim'
const TIMED_OUT = 'timed out trying to allocate devices'
const FITS = 0

/** What a claim gets on one node. */
export interface ClaimAllocation {
  /** Null: the claim that is to be made for extended resources. */
  readonly claim: ResourceClaim | null
  readonly requests: readonly DeviceRequest[]
  readonly allocation: Allocation
}

export interface NodeAllocation {
  /** In the order of the pod's claims, that for extended resources last. */
  readonly claims: readonly ClaimAllocation[]
  readonly mappings: readonly RequestMapping[]
}

/** The claims of a pod that need devices, on nodes that leave the same resources to devices. */
interface Variant {
  readonly plans: readonly ClaimPlan[]
  readonly search: DeviceSearch
  readonly mappings: readonly RequestMapping[]
  /** Some request has alternatives, of which one is better than another. */
  readonly isScored: boolean
  /** What pods with like claims found; null: each is searched for anew. */
  readonly known: KnownEnds | null
}

/** Finds devices for a pod's claims, node by node. */
export class DeviceAllocation {
  /** After a node that fits: how early the alternatives stand that were taken there. */
  score = 0
  private readonly cluster: Cluster
  private readonly pod: Pod
  private readonly claims: PodClaims
  private readonly inventory: DeviceInventory
  private readonly statuses: PluginStatuses
  private readonly open: readonly ResourceClaim[]
  /** Of each extended resource: what nodes have of it themselves, -1 where they do not name it. */
  private readonly offered: readonly Float64Array[]
  private readonly variants = new Map<string, Variant>()
  /** The same for all nodes, where no resource is left to devices. */
  private only: Variant | null = null
  /** Of rejections, by reason. */
  private readonly ids = new Map<string, number>()

  constructor(
    cluster: Cluster,
    pod: Pod,
    claims: PodClaims,
    inventory: DeviceInventory,
    statuses: PluginStatuses,
  ) {
    this.cluster = cluster
    this.pod = pod
    this.claims = claims
    this.inventory = inventory
    this.statuses = statuses
    this.open = claims.own.filter(({ allocation }) => allocation === null)
    this.offered = (claims.extended?.resources ?? []).map(({ name }) =>
      cluster.nodes.scalarColumn(name, -1),
    )
  }

  judge(node: number): number {
    const refusal = this.refusalOf(node)
    if (refusal !== null) return this.unresolvable(refusal)
    const variant = this.variantOn(node)
    this.score = 0
    if (variant === null) return FITS
    const { known, search } = variant
    const end = known?.on(node) ?? 0
    if (end === FOUND) {
      this.score = known?.scoreOn(node) ?? 0
      return FITS
    }
    if (end !== 0) return this.unresolvable(end === NOT_FOUND ? CANNOT_ALLOCATE : POOLS_INVALID)
    return this.noteEnd(variant, node, search.on(node))
  }

  private noteEnd(variant: Variant, node: number, end: SearchEnd): number {
    const { known, search } = variant
    switch (end) {
      case 'found':
        return this.noteFound(variant, node)
      case 'not-found':
        known?.note(node, NOT_FOUND, 0)
        return this.unresolvable(CANNOT_ALLOCATE)
      case 'invalid-pools':
        known?.note(node, INVALID_POOLS, 0)
        return this.unresolvable(POOLS_INVALID)
      case 'out-of-steps':
        return this.timedOut(node)
      case 'failed':
        return this.failed(search.error)
    }
  }

  /** What speaks against the node before any device is looked at (filterExtendedResources). */
  private refusalOf(node: number): string | null {
    const { extended } = this.claims
    if (extended === null) return null
    if (extended.stale !== null) return STALE
    const isMissing = extended.resources.some(
      ({ deviceClass }, index) => deviceClass === null && this.offered[index][node] < 0,
    )
    return isMissing ? CANNOT_FIT : null
  }

  /** Null: the node has all that the pod asks for itself. */
  private variantOn(node: number): Variant | null {
    const { extended, own } = this.claims
    if (extended === null) {
      this.only ??= this.variant([])
      return this.only
    }
    const delegated = extended.resources.flatMap(({ name, deviceClass }, index) =>
      deviceClass !== null && this.offered[index][node] <= 0 ? [name] : [],
    )
    return own.length === 0 && delegated.length === 0 ? null : this.variant(delegated)
  }

  private variant(delegated: readonly string[]): Variant {
    const key = delegated.join()
    let variant = this.variants.get(key)
    if (variant === undefined) {
      variant = this.makeVariant(delegated)
      this.variants.set(key, variant)
    }
    return variant
  }

  private makeVariant(delegated: readonly string[]): Variant {
    const claims = this.open.map(({ namespace, name, devices }) => ({ namespace, name, devices }))
    const { requests, mappings } = extendedRequests(this.cluster, this.pod, delegated)
    if (this.claims.extended !== null) {
      const key = `${EXTENDED_CLAIM_NAME} ${JSON.stringify(requests)}`
      const devices = { requests, constraints: [], config: [], key }
      const { namespace } = this.pod.signature
      claims.push({ namespace, name: EXTENDED_CLAIM_NAME, devices })
    }
    const plans = planClaims(claims, this.inventory)
    const isScored = plans.some(({ requests }) => requests.some((one) => one.hasAlternatives))
    const search = new DeviceSearch(this.inventory, plans)
    return { plans, search, mappings, isScored, known: this.inventory.knownEnds(plans) }
  }

  private noteFound({ plans, search, known, isScored }: Variant, node: number): number {
    if (isScored) this.score = alternativesScore(plans, search.devices())
    search.release()
    known?.note(node, FOUND, this.score)
    if (!this.inventory.table.hasAlternativeTerms) return FITS
    const solved = this.solve(node)
    return typeof solved === 'string' ? this.failed(solved) : FITS
  }

  private unresolvable(reason: string): number {
    let id = this.ids.get(reason)
    if (id === undefined) {
      id = this.statuses.id('UnschedulableAndUnresolvable', reason)
      this.ids.set(reason, id)
    }
    return id
  }

  private failed(text: string): number {
    return this.statuses.id('Error', `running "${NAME}" filter plugin: ${text}`)
  }

  private timedOut(node: number): number {
    this.cluster.note({
      what: 'device allocation',
      kind: 'Pod',
      object: `${this.pod.signature.namespace}/${this.pod.name}`,
      affects: 'outcome',
      reason:
        'the search for devices took too many steps on some node; kube-scheduler gives it ten seconds, and may find what was not found here',
    })
    if (this.inventory.rules.timeout === 'unschedulable') return this.unresolvable(TIMED_OUT)
    return this.failed(`node ${this.cluster.nodes.names[node]}: ${TIMED_OUT}`)
  }

  /** What the claims get on a node that fits; null: nothing has to be allocated there. */
  on(node: number): NodeAllocation | null {
    const solved = this.solve(node)
    return typeof solved === 'string' ? null : solved
  }

  /** Why what was found cannot be written is a text. */
  private solve(node: number): NodeAllocation | string | null {
    const variant = this.variantOn(node)
    if (variant === null || variant.search.on(node) !== 'found') return null
    const { plans, search, mappings } = variant
    const shareId = this.inventory.objects.shareIds()
    const claims: ClaimAllocation[] = []
    for (const [index, plan] of plans.entries()) {
      const solution = {
        plan,
        ...search.solutionOf(index),
        nodeName: this.cluster.nodes.names[node],
      }
      const made = makeAllocation(this.inventory, solution, shareId)
      if (!made.ok) {
        search.release()
        return made.error
      }
      const claim = this.open[index] ?? null
      claims.push({
        claim,
        requests: plan.claim.devices.requests ?? [],
        allocation: made.allocation,
      })
    }
    search.release()
    return { claims, mappings }
  }

  /** Why the node cannot give the claims what they need. */
  details(node: number): readonly Detail[] {
    const { extended } = this.claims
    if (extended?.stale) {
      const { namespace, name } = extended.stale
      return [{ kind: 'staleResourceClaim', resourceClaim: `${namespace}/${name}` }]
    }
    if (this.refusalOf(node) !== null) return this.missingResources(node)
    const variant = this.variantOn(node)
    return variant === null ? [] : explainDevices(this.inventory, variant.plans, node)
  }

  private missingResources(node: number): Detail[] {
    const { scalars } = this.pod.signature.request
    return (this.claims.extended?.resources ?? []).flatMap(({ name, deviceClass }, index) => {
      if (deviceClass !== null || this.offered[index][node] >= 0) return []
      const requested = String(scalars.get(name) ?? 0)
      return [{ kind: 'resource' as const, resource: name, requested, free: '0', allocatable: '0' }]
    })
  }
}
