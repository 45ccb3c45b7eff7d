import type { Cluster } from '../../../snapshot/cluster.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import { inventoryOf } from '../../devices/inventory/device-inventory.ts'
import type { ExtensionPoint } from '../../framework/extension-points.ts'
import {
  type Plugin,
  type PreFilterResult,
  type Preparation,
  READS_NO_IDENTITY,
  rejecting,
  SKIP,
} from '../../framework/plugin.ts'
import {
  type PluginRegistration,
  withArgs,
  withoutArgs,
} from '../../framework/plugin-registration.ts'
import type { PostFilterPlugin } from '../../framework/post-filter-plugin.ts'
import type { AllocatedClaimRules } from './allocated-claim.ts'
import { claimRelief, tellRelief } from './claim-deallocation.ts'
import { DeviceFilter } from './device-filter.ts'
import {
  type BindingTimeout,
  DEFAULT_ARGS,
  type DynamicResourcesArgs,
  readDynamicResourcesArgs,
} from './dynamic-resources-args.ts'
import { extendedDemand, type PodClaims } from './pod-claims.ts'
import { PodDevices } from './pod-devices.ts'
import { type PodWord, podResourceClaims } from './pod-resource-claims.ts'
import { type DeviceScoreRules, prepareDeviceScore, scoreFailure } from './prepare-device-score.ts'

const NAME = 'DynamicResources'
const SUMMARY = "Admits nodes that can serve the pod's resource claims."
const NOT_FOUND = 'not found'
const GROUP_DEALLOCATED = 'deallocation and deletion of ResourceClaims completed'
const POINTS: readonly ExtensionPoint[] = [
  'preEnqueue',
  'preFilter',
  'filter',
  'postFilter',
  'reserve',
  'preBind',
]

export interface DynamicResourcesRules
  extends DeviceRules,
    DeviceScoreRules,
    Pick<AllocatedClaimRules, 'nodeOperations'> {
  /** Extended resources that nodes do not offer may come from devices (DRAExtendedResource). */
  readonly extendedResources: boolean
  /** In which order upstream tries pools and their slices; here it is by name always. */
  readonly poolOrder: 'any' | 'by-name'
  readonly podWord: PodWord
  /** Nodes are scored by the alternatives that were found there. */
  readonly scores: boolean
  /** It adds its own sentence to the message of a pod that fits nowhere. */
  readonly saysNoNewClaims: boolean
  readonly bindingTimeout: BindingTimeout
}

/** Keeps a pod where its claims have, or can get, their devices. */
function dynamicResources(
  rules: DynamicResourcesRules,
  args: DynamicResourcesArgs,
): Plugin & PostFilterPlugin {
  const devices = new WeakMap<Pod, PodDevices>()
  /** Each is of the pod that followed last. */
  const filters = new WeakMap<Pod, DeviceFilter>()
  const prepare = (preparation: Preparation): PodDevices | PreFilterResult => {
    const claims = readyClaims(preparation, rules)
    if ('kind' in claims) return claims
    const made = devicesFor(preparation, claims, rules, args)
    devices.set(preparation.pod, made)
    return made
  }
  return {
    name: NAME,
    followsRequests: true,
    readsOfIdentity: (_cluster, { resourceClaims, namespace }) =>
      resourceClaims.length > 0 ? namespace : '',
    preEnqueue(pod, cluster) {
      const found = claimsOf(cluster, pod, rules)
      return found.ok ? null : [found.reason]
    },
    prepareFilter(preparation) {
      const made = prepare(preparation)
      if ('kind' in made) return made
      const filter = new DeviceFilter(made, preparation.cluster.nodes.count, (pod) => {
        const next = prepare({ ...preparation, pod })
        if ('kind' in next || scoreFailure(next, rules) !== null) return null
        filters.set(pod, filter)
        return next
      })
      filters.set(preparation.pod, filter)
      return { kind: 'filter', filter, perPod: true }
    },
    prepareScore: ({ cluster, pod }) => prepareDeviceScore(cluster, filters.get(pod), rules),
    bindingFailure: (pod, node) => devices.get(pod)?.bindingFailure(node) ?? null,
    reserve: (_cluster, pod, node) => devices.get(pod)?.reserve(node),
    postFilter({ pod, filter, preFilter, wantsPreemption, hasPreFiltered }) {
      // Without the state that its PreFilter leaves: an error that ends the attempt.
      if (!hasPreFiltered(NAME)) return { message: NOT_FOUND, ends: true }
      const relief = claimRelief(pod, filter, preFilter?.plugin ?? null)
      const message = tellRelief(relief, rules.saysNoNewClaims && wantsPreemption)
      return { message, ends: false, deallocations: relief.claims }
    },
    // The same words whatever becomes of the claims.
    groupPostFilter: ({ hasPreFiltered }) =>
      hasPreFiltered(NAME)
        ? { kind: 'reason', message: GROUP_DEALLOCATED }
        : { kind: 'error', message: NOT_FOUND },
  }
}

function claimsOf(cluster: Cluster, pod: Pod, { podWord }: DynamicResourcesRules) {
  return podResourceClaims(cluster.devices, pod, podWord)
}

/** The pod's claims, or PreFilter's word where there are none, or something is wrong with them. */
function readyClaims(
  { cluster, pod }: Preparation,
  rules: DynamicResourcesRules,
): PodClaims | PreFilterResult {
  const found = claimsOf(cluster, pod, rules)
  if (!found.ok) return rejecting('UnschedulableAndUnresolvable', found.reason)
  const own = found.claims
  const extended = rules.extendedResources ? extendedDemand(cluster, pod) : null
  if (own.length === 0 && extended === null) return SKIP
  for (const claim of own) {
    const refusal = claim.allocation === null ? refuse(cluster, claim) : failOn(claim)
    if (refusal !== null) return refusal
  }
  return { own, extended }
}

/** A claim without devices: its device classes must be there. */
function refuse(cluster: Cluster, claim: ResourceClaim): PreFilterResult | null {
  for (const { name, exactly, firstAvailable } of claim.devices.requests ?? []) {
    if (exactly === null && firstAvailable.length === 0) {
      const reason = `resource claim ${claim.namespace}/${claim.name}, request ${name}: unknown request type`
      return rejecting('UnschedulableAndUnresolvable', reason)
    }
    const demands =
      exactly !== null
        ? [{ request: name, deviceClass: exactly.deviceClass }]
        : firstAvailable.map((one) => ({
            request: `${name}/${one.name}`,
            deviceClass: one.deviceClass,
          }))
    for (const { request, deviceClass } of demands) {
      if (deviceClass === '') {
        return rejecting('Error', `request ${request}: unsupported request type`)
      }
      if (cluster.devices.deviceClass(deviceClass) !== undefined) continue
      const reason = `request ${request}: device class ${deviceClass} does not exist`
      return rejecting('UnschedulableAndUnresolvable', reason)
    }
  }
  return null
}

/** Where the devices are must be readable. */
function failOn({ allocation }: ResourceClaim): PreFilterResult | null {
  const malformed = allocation?.nodeSelector?.find((term) => term.malformed !== null)?.malformed
  return malformed === undefined || malformed === null ? null : rejecting('Error', malformed)
}

/** What the pod's claims have or need, as the cluster stands now. */
function devicesFor(
  { cluster, pod, statuses }: Preparation,
  claims: PodClaims,
  rules: DynamicResourcesRules,
  args: DynamicResourcesArgs,
): PodDevices {
  const needsDevices =
    claims.extended !== null || claims.own.some(({ allocation }) => allocation === null)
  const inventory = needsDevices ? inventoryOf(cluster, rules) : null
  inventory?.startDecision()
  return new PodDevices(cluster, pod, claims, inventory, { ...rules, ...args }, statuses)
}

export function dynamicResourcesPlugin(rules: DynamicResourcesRules): PluginRegistration {
  return {
    name: NAME,
    summary: SUMMARY,
    notes: notesOn(rules),
    points: rules.scores ? [...POINTS, 'score'] : POINTS,
    weight: 2,
    missingState: { filter: NOT_FOUND, scoreWithoutPreFilter: NOT_FOUND },
    implementation: withArgs(
      {
        defaults: DEFAULT_ARGS,
        read: (fields) => readDynamicResourcesArgs(fields, rules.bindingTimeout),
      },
      (args) => dynamicResources(rules, args),
    ),
  }
}

function notesOn({ extendedResources, poolOrder }: DynamicResourcesRules): string[] {
  return [
    ...(extendedResources ? ['Extended resources may be served by device classes'] : []),
    ...(poolOrder === 'any'
      ? [
          'It tries pools of devices in no fixed order; here they are tried by name, as kubernetes-1.36 does',
        ]
      : []),
  ]
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
    followsRequests: true,
    postFilter: () => ({ message: 'plugin disabled', ends: false }),
  }),
}
