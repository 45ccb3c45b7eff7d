import type { Plugin } from '../framework/plugin.ts'
import { dynamicResources } from '../plugins/dynamic-resources/dynamic-resources.ts'
import { imageLocality } from '../plugins/image-locality.ts'
import { interPodAffinity } from '../plugins/inter-pod-affinity/inter-pod-affinity.ts'
import { nodeAffinity } from '../plugins/node-affinity.ts'
import { nodeDeclaredFeatures } from '../plugins/node-declared-features.ts'
import { nodeName } from '../plugins/node-name.ts'
import { nodePorts } from '../plugins/node-ports.ts'
import { nodeResourcesBalancedAllocation } from '../plugins/node-resources/node-resources-balanced-allocation.ts'
import { nodeResourcesFit } from '../plugins/node-resources/node-resources-fit.ts'
import { nodeUnschedulable } from '../plugins/node-unschedulable.ts'
import { nodeVolumeLimits } from '../plugins/node-volume-limits/node-volume-limits.ts'
import { podTopologySpread } from '../plugins/pod-topology-spread/pod-topology-spread.ts'
import { schedulingGates } from '../plugins/scheduling-gates.ts'
import { taintToleration } from '../plugins/taint-toleration.ts'
import { volumeBinding } from '../plugins/volume-binding/volume-binding.ts'
import { volumeRestrictions } from '../plugins/volume-restrictions/volume-restrictions.ts'
import { volumeZone } from '../plugins/volume-zone.ts'
import type { PluginArgs } from './plugin-args.ts'
import type { Release } from './releases/release.ts'

/** Where in the cycle a plugin may run. */
export type ExtensionPoint =
  | 'preEnqueue'
  | 'queueSort'
  | 'preFilter'
  | 'filter'
  | 'postFilter'
  | 'preScore'
  | 'score'
  | 'reserve'
  | 'permit'
  | 'preBind'
  | 'bind'
  | 'postBind'

export interface RegisteredPlugin {
  readonly points: readonly ExtensionPoint[] | ((release: Release) => readonly ExtensionPoint[])
  /** Null: the plugin does nothing that a decision shows (queue order, binding, preemption). */
  readonly make: ((args: PluginArgs, release: Release) => Plugin) | null
}

const DEVICE_POINTS: readonly ExtensionPoint[] = [
  'preEnqueue',
  'preFilter',
  'filter',
  'postFilter',
  'reserve',
  'preBind',
]

/** Points of a plugin that in some releases also has a PreFilter, which lets every waiting pod pass. */
function waitingOn(...points: ExtensionPoint[]): RegisteredPlugin['points'] {
  return ({ config }) => (config.emptyPreFilters ? ['preFilter', ...points] : points)
}

/** Every in-tree plugin that a configuration can name, and the extension points that it has upstream. */
export const REGISTRY: ReadonlyMap<string, RegisteredPlugin> = new Map<string, RegisteredPlugin>([
  ['SchedulingGates', { points: ['preEnqueue'], make: () => schedulingGates }],
  ['PrioritySort', { points: ['queueSort'], make: null }],
  ['NodeName', { points: waitingOn('filter'), make: () => nodeName }],
  ['NodeUnschedulable', { points: waitingOn('filter'), make: () => nodeUnschedulable }],
  [
    'TaintToleration',
    {
      points: waitingOn('filter', 'preScore', 'score'),
      make: (_args, release) => taintToleration(release.taintReason),
    },
  ],
  [
    'NodeAffinity',
    {
      points: ['preFilter', 'filter', 'preScore', 'score'],
      make: (args, release) => nodeAffinity(args.nodeAffinity.added, release.valueStyle),
    },
  ],
  ['NodePorts', { points: ['preFilter', 'filter'], make: () => nodePorts }],
  [
    'NodeResourcesFit',
    {
      points: ['preFilter', 'filter', 'preScore', 'score'],
      make: ({ fit }, release) =>
        nodeResourcesFit({
          strategy: fit.strategy,
          ignoredResources: new Set(fit.ignoredResources),
          ignoredResourceGroups: new Set(fit.ignoredResourceGroups),
          judgesNodeSize: release.judgesNodeSize,
          extendedResourceClaims: release.devices.extendedResources,
        }),
    },
  ],
  [
    'VolumeRestrictions',
    {
      points: ['preFilter', 'filter'],
      make: (_args, release) => volumeRestrictions(release.exclusiveClaimReason),
    },
  ],
  [
    'NodeVolumeLimits',
    {
      points: ['preFilter', 'filter'],
      make: (_args, release) =>
        nodeVolumeLimits({
          requiresDriver: release.volumeLimitScaling,
          migratedByCsiNode: release.migratedByCsiNode,
        }),
    },
  ],
  [
    'VolumeBinding',
    {
      points: ['preFilter', 'filter', 'preScore', 'score', 'reserve', 'preBind'],
      make: (args, release) =>
        volumeBinding({ ...release.volumeBinding, shape: args.volumeBinding.shape }),
    },
  ],
  ['VolumeZone', { points: ['preFilter', 'filter'], make: () => volumeZone }],
  [
    'PodTopologySpread',
    {
      points: ['preFilter', 'filter', 'preScore', 'score'],
      make: (args, release) => podTopologySpread(args.podTopologySpread, release.spreadCounters),
    },
  ],
  [
    'InterPodAffinity',
    {
      points: ['preFilter', 'filter', 'preScore', 'score'],
      make: (args, release) =>
        interPodAffinity({
          ...args.interPodAffinity,
          keepsNamespaceSelector: release.keepsNamespaceSelector,
        }),
    },
  ],
  [
    'DynamicResources',
    {
      points: ({ devices }) => [...DEVICE_POINTS, ...(devices.scores ? (['score'] as const) : [])],
      make: (_args, release) => dynamicResources(release.devices),
    },
  ],
  ['DefaultPreemption', { points: ['preEnqueue', 'postFilter'], make: null }],
  [
    'NodeResourcesBalancedAllocation',
    {
      points: ['preScore', 'score'],
      make: (args, release) =>
        nodeResourcesBalancedAllocation(
          args.balancedAllocation.resources,
          release.balancedAllocation,
        ),
    },
  ],
  [
    'ImageLocality',
    { points: ['score'], make: (_args, release) => imageLocality(release.imageVolumes) },
  ],
  ['DefaultBinder', { points: ['bind'], make: null }],
  [
    'NodeDeclaredFeatures',
    {
      points: ['preFilter', 'filter'],
      make: (_args, release) => nodeDeclaredFeatures(release.bindMountOptions),
    },
  ],
])

/** Where an in-tree plugin runs in that release; undefined for any other plugin. */
export function extensionPoints(
  release: Release,
  name: string,
): readonly ExtensionPoint[] | undefined {
  if (!isInTree(release, name)) return undefined
  const points = REGISTRY.get(name)?.points
  return typeof points === 'function' ? points(release) : points
}

function isInTree({ defaultPlugins, otherPlugins }: Release, name: string): boolean {
  return otherPlugins.includes(name) || defaultPlugins.some((plugin) => plugin.name === name)
}
