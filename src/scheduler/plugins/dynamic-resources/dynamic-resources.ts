import type { Cluster, Pod } from '../../../snapshot/cluster.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { NodeSelector } from '../../../snapshot/selectors/node-selector.ts'
import type { ExtensionPoint } from '../../framework/extension-points.ts'
import {
  type Plugin,
  type PreFilterResult,
  type Preparation,
  READS_NO_IDENTITY,
  rejecting,
  SKIP,
  scoring,
} from '../../framework/plugin.ts'
import {
  type PluginRegistration,
  withArgs,
  withoutArgs,
} from '../../framework/plugin-registration.ts'
import type { PostFilterPlugin } from '../../framework/post-filter-plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import { claimRelief, tellRelief } from './claim-deallocation.ts'
import { ClaimFilter, type ClaimRules } from './claim-filter.ts'
import { type BindingTimeout, readDynamicResourcesArgs } from './dynamic-resources-args.ts'
import { type PodWord, podResourceClaims } from './pod-resource-claims.ts'

const NAME = 'DynamicResources'
const SUMMARY = "Admits nodes that can serve the pod's resource claims."
const NOT_FOUND = 'not found'
const POINTS: readonly ExtensionPoint[] = [
  'preEnqueue',
  'preFilter',
  'filter',
  'postFilter',
  'reserve',
  'preBind',
]
const REASON_STALE = 'cannot schedule extended resource claim'

export interface DynamicResourcesRules extends ClaimRules {
  /** Extended resources that nodes do not offer may come from devices (DRAExtendedResource). */
  readonly extendedResources: boolean
  readonly podWord: PodWord
  /** One device is better than another. */
  readonly scores: boolean
  /** It adds its own sentence to the message of a pod that fits nowhere. */
  readonly saysNoNewClaims: boolean
  readonly bindingTimeout: BindingTimeout
}

/**
 * Keeps pods where the devices of their claims are. Devices that are still to be chosen need CEL
 * expressions evaluated, which Berth does not do: it says so, and judges them as found.
 */
function dynamicResources(rules: DynamicResourcesRules): Plugin & PostFilterPlugin {
  return {
    name: NAME,
    readsOfIdentity: (_cluster, { resourceClaims, namespace }) =>
      resourceClaims.length > 0 ? namespace : '',
    preEnqueue(pod, cluster) {
      const found = claimsOf(cluster, pod, rules)
      return found.ok ? null : [found.reason]
    },
    prepareFilter: (preparation) => prepareFilter(preparation, rules),
    // Only among devices that are still to be chosen is one better than another.
    prepareScore: ({ cluster }) => scoring(StaticScorer.indifferent(cluster.nodes.count)),
    reserve(cluster, pod) {
      const found = claimsOf(cluster, pod, rules)
      if (!found.ok) return
      for (const claim of found.claims) claim.isBeingAllocated ||= claim.allocation === null
    },
    postFilter({ pod, filter, preFilter, wantsPreemption, hasPreFiltered }) {
      // Without the state that its PreFilter leaves: an error that ends the attempt.
      if (!hasPreFiltered(NAME)) return { message: NOT_FOUND, ends: true }
      const relief = claimRelief(pod, filter, preFilter?.plugin ?? null)
      const saysNothingNew = rules.saysNoNewClaims && wantsPreemption
      return { message: tellRelief(relief, saysNothingNew), ends: false }
    },
  }
}

function claimsOf(cluster: Cluster, pod: Pod, { podWord }: DynamicResourcesRules) {
  return podResourceClaims(cluster.devices, pod, podWord)
}

function prepareFilter(
  { cluster, pod, statuses }: Preparation,
  rules: DynamicResourcesRules,
): PreFilterResult {
  const found = claimsOf(cluster, pod, rules)
  if (!found.ok) return rejecting('UnschedulableAndUnresolvable', found.reason)
  const resources = rules.extendedResources ? resourcesOfDevices(cluster, pod) : []
  if (found.claims.length === 0 && resources.length === 0) return SKIP
  const made = cluster.devices.extendedResourceClaimOf(pod)
  for (const claim of found.claims) {
    const refusal = claim.allocation === null ? refuse(cluster, claim) : failOn(claim)
    if (refusal !== null) return refusal
    if (claim.allocation === null && claim.requests?.length) noteAllocation(cluster, claim)
  }
  // The claim of an earlier attempt is in the way of a new one until it is deleted.
  if (resources.length > 0 && made !== undefined && made.requests !== null) {
    const stale = statuses.id('UnschedulableAndUnresolvable', REASON_STALE)
    const everywhere = new Uint8Array(cluster.nodes.count).fill(1)
    const resourceClaim = `${made.namespace}/${made.name}`
    const filter = new StaticFilter(everywhere, [0, stale], () => [
      { kind: 'staleResourceClaim', resourceClaim },
    ])
    return { kind: 'filter', filter, perPod: true }
  }
  for (const resource of resources) noteResource(cluster, resource)
  const filter = new ClaimFilter(cluster, found.claims, rules, statuses)
  return { kind: 'filter', filter, perPod: true }
}

/** Extended resources that the pod asks for and that a device class serves. */
function resourcesOfDevices({ devices }: Cluster, pod: Pod): string[] {
  return [...pod.signature.request.scalars].flatMap(([name, amount]) =>
    amount > 0 && devices.classOfResource(name) !== undefined ? [name] : [],
  )
}

/** A claim without devices: another pod may have come first, or a device class may be missing. */
function refuse(cluster: Cluster, claim: ResourceClaim): PreFilterResult | null {
  const unresolvable = (reason: string) => rejecting('UnschedulableAndUnresolvable', reason)
  const named = `resource claim ${claim.namespace}/${claim.name}`
  if (claim.isBeingAllocated) return unresolvable(`${named} is in the process of being allocated`)
  for (const { name, alternatives } of claim.requests ?? []) {
    if (alternatives.length === 0) {
      return unresolvable(`${named}, request ${name}: unknown request type`)
    }
    for (const { name: request, deviceClass } of alternatives) {
      if (deviceClass === '') {
        return rejecting('Error', `request ${request}: unsupported request type`)
      }
      if (cluster.devices.hasClass(deviceClass)) continue
      return unresolvable(`request ${request}: device class ${deviceClass} does not exist`)
    }
  }
  return null
}

/** Where the devices are must be readable. */
function failOn({ allocation }: ResourceClaim): PreFilterResult | null {
  const malformed = malformedTerm(allocation?.nodeSelector ?? null)
  return malformed === null ? null : rejecting('Error', malformed)
}

function malformedTerm(selector: NodeSelector | null): string | null {
  return selector?.find(({ malformed }) => malformed !== null)?.malformed ?? null
}

function noteAllocation(cluster: Cluster, { namespace, name }: ResourceClaim): void {
  cluster.note({
    what: 'device allocation',
    kind: 'ResourceClaim',
    object: `${namespace}/${name}`,
    reason: 'it has no devices yet, and which fit is a matter of CEL; judged as found on any node',
  })
}

function noteResource(cluster: Cluster, resource: string): void {
  const offered = cluster.pods.column(resource).allocatable
  if (offered.every((amount) => amount > 0)) return
  cluster.note({
    what: 'device allocation',
    kind: 'DeviceClass',
    object: cluster.devices.classOfResource(resource) ?? resource,
    reason: `it serves ${resource} where a node has none; devices are judged as found there`,
  })
}

export function dynamicResourcesPlugin(rules: DynamicResourcesRules): PluginRegistration {
  return {
    name: NAME,
    summary: SUMMARY,
    notes: rules.extendedResources ? ['Extended resources may be served by device classes'] : [],
    points: rules.scores ? [...POINTS, 'score'] : POINTS,
    weight: 2,
    missingState: { filter: NOT_FOUND, scoreWithoutPreFilter: NOT_FOUND },
    implementation: withArgs(
      { defaults: null, read: (fields) => readDynamicResourcesArgs(fields, rules.bindingTimeout) },
      () => dynamicResources(rules),
    ),
  }
}

/** While its feature gate is off it does nothing, but says so of a pod that fits nowhere. */
export const gatedDynamicResourcesPlugin: PluginRegistration = {
  name: NAME,
  summary: SUMMARY,
  points: POINTS,
  isGated: true,
  implementation: withoutArgs({
    name: NAME,
    readsOfIdentity: READS_NO_IDENTITY,
    postFilter: () => ({ message: 'plugin disabled', ends: false }),
  }),
}
