import { defaultBinderPlugin } from '../../plugins/default-binder.ts'
import { defaultPreemptionPlugin } from '../../plugins/default-preemption/default-preemption.ts'
import { gatedDynamicResourcesPlugin } from '../../plugins/dynamic-resources/dynamic-resources.ts'
import { imageLocalityPlugin } from '../../plugins/image-locality.ts'
import { interPodAffinityPlugin } from '../../plugins/inter-pod-affinity/inter-pod-affinity.ts'
import { nodeAffinityPlugin } from '../../plugins/node-affinity/node-affinity.ts'
import { nodeNamePlugin } from '../../plugins/node-name.ts'
import { nodePortsPlugin } from '../../plugins/node-ports.ts'
import { balancedAllocationPlugin } from '../../plugins/node-resources/node-resources-balanced-allocation.ts'
import { nodeResourcesFitPlugin } from '../../plugins/node-resources/node-resources-fit.ts'
import { nodeUnschedulablePlugin } from '../../plugins/node-unschedulable.ts'
import { nodeVolumeLimitsPlugin } from '../../plugins/node-volume-limits/node-volume-limits.ts'
import { podTopologySpreadPlugin } from '../../plugins/pod-topology-spread/pod-topology-spread.ts'
import { prioritySortPlugin } from '../../plugins/priority-sort.ts'
import { schedulingGatesPlugin } from '../../plugins/scheduling-gates.ts'
import { taintTolerationPlugin } from '../../plugins/taint-toleration.ts'
import { volumeBindingPlugin } from '../../plugins/volume-binding/volume-binding.ts'
import { volumeRestrictionsPlugin } from '../../plugins/volume-restrictions/volume-restrictions.ts'
import { volumeZonePlugin } from '../../plugins/volume-zone.ts'
import type { Release } from './release.ts'

/** The oldest release; those after it say what they changed. */
export const KUBERNETES_1_32: Release = {
  name: 'kubernetes-1.32',
  version: 'v1.32.13',
  plugins: [
    schedulingGatesPlugin,
    prioritySortPlugin,
    nodeUnschedulablePlugin({ hasPreFilter: false }),
    nodeNamePlugin({ hasPreFilter: false }),
    taintTolerationPlugin({ hasPreFilter: false, reason: 'first-taint' }),
    nodeAffinityPlugin('go'),
    nodePortsPlugin,
    nodeResourcesFitPlugin({
      judgesNodeSize: false,
      forbidsUnusedRatio: false,
      deviceRules: null,
    }),
    volumeRestrictionsPlugin(
      'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode',
    ),
    nodeVolumeLimitsPlugin({
      requiresDriver: false,
      migratedByCsiNode: ['kubernetes.io/portworx-volume'],
    }),
    volumeBindingPlugin({
      affinityReason: 'node(s) had volume node affinity conflict',
      attributesClasses: false,
      storageCapacityScoring: false,
      shapeGate: 'VolumeCapacityPriority',
    }),
    volumeZonePlugin,
    podTopologySpreadPlugin('by-topology-key'),
    interPodAffinityPlugin({ keepsNamespaceSelector: true }),
    defaultPreemptionPlugin,
    balancedAllocationPlugin({ formula: 'balance', scoresBestEffort: true, deviceRules: null }),
    imageLocalityPlugin('ignored'),
    defaultBinderPlugin,
  ],
  otherPlugins: [gatedDynamicResourcesPlugin],
  accounting: {
    modern: true,
    initContainersInUsage: true,
    sidecarPorts: false,
    podLevelResources: false,
    resize: 'ignored',
    podLevelResize: false,
  },
  rules: {
    precheck: null,
    errors: 'first',
    respectsNominations: true,
    nominatesGated: false,
    triesNominatedNode: true,
    selection: 'heap',
    drawsTies: true,
    resumesAfterSurplus: false,
    victims: {
      eligibility: 'after-own-victims',
      startTimes: 'at-comparison',
      budgets: 'charge-all',
      isRelisted: true,
    },
    saysPreemption: 'failed',
    extenders: {
      scoreScale: 10,
      failures: 'replace',
      knowsUnresolvable: true,
      scoresNodesAsReturned: false,
      ignorableLast: true,
      drawsScored: false,
    },
  },
  config: {
    valueStyle: 'go',
    groupPluginSets: [],
    gatedPlugins: [],
    texts: {
      fallingUtilization: 'utilization values must be sorted in increasing order',
      queueSortPlugins: 'queueSort must be the same for all profiles',
      shortLease: 'LeaseDuration must be greater than RenewDeadline',
    },
  },
}
