import { dynamicResourcesPlugin } from '../../plugins/dynamic-resources/dynamic-resources.ts'
import { imageLocalityPlugin } from '../../plugins/image-locality.ts'
import { interPodAffinityPlugin } from '../../plugins/inter-pod-affinity/inter-pod-affinity.ts'
import { nodeDeclaredFeaturesPlugin } from '../../plugins/node-declared-features.ts'
import { nodeNamePlugin } from '../../plugins/node-name.ts'
import { balancedAllocationPlugin } from '../../plugins/node-resources/node-resources-balanced-allocation.ts'
import { nodeResourcesFitPlugin } from '../../plugins/node-resources/node-resources-fit.ts'
import { nodeUnschedulablePlugin } from '../../plugins/node-unschedulable.ts'
import { nodeVolumeLimitsPlugin } from '../../plugins/node-volume-limits/node-volume-limits.ts'
import { taintTolerationPlugin } from '../../plugins/taint-toleration.ts'
import { volumeBindingPlugin } from '../../plugins/volume-binding/volume-binding.ts'
import { DEVICES_1_37 } from './devices.ts'
import { KUBERNETES_1_36 } from './kubernetes-1.36.ts'
import { replacing, withBefore, without } from './plugin-list.ts'
import type { Release } from './release.ts'

const PLUGINS = replacing(
  KUBERNETES_1_36.plugins,
  nodeUnschedulablePlugin({ hasPreFilter: true }),
  taintTolerationPlugin({ hasPreFilter: true, reason: 'any-taint' }),
  nodeVolumeLimitsPlugin({ requiresDriver: true, migratedByCsiNode: [] }),
  volumeBindingPlugin({
    affinityReason: "node(s) didn't match PersistentVolume's node affinity",
    attributesClasses: true,
    storageCapacityScoring: true,
    shapeGate: null,
  }),
  interPodAffinityPlugin({ keepsNamespaceSelector: false }),
  nodeResourcesFitPlugin({
    judgesNodeSize: true,
    forbidsUnusedRatio: true,
    deviceRules: DEVICES_1_37,
  }),
  dynamicResourcesPlugin(DEVICES_1_37),
  balancedAllocationPlugin({
    formula: 'improvement',
    scoresBestEffort: false,
    deviceRules: DEVICES_1_37,
  }),
  imageLocalityPlugin('counted'),
  nodeDeclaredFeaturesPlugin({ isOn: true, bindMountOptions: true }),
)

/** Resizes count by whole pods, storage capacity gives a score, and the message tells a preemption. */
export const KUBERNETES_1_37: Release = {
  ...KUBERNETES_1_36,
  name: 'kubernetes-1.37',
  version: 'v1.37.1',
  plugins: withBefore(
    without(PLUGINS, 'NodeName'),
    'NodeUnschedulable',
    nodeNamePlugin({ hasPreFilter: true }),
  ),
  accounting: { ...KUBERNETES_1_36.accounting, resize: 'whole-pod' },
  rules: {
    ...KUBERNETES_1_36.rules,
    victims: {
      ...KUBERNETES_1_36.rules.victims,
      startTimes: 'once',
      budgets: 'charge-to-first-violated',
    },
    nominatesGated: true,
    saysPreemption: 'always',
  },
  config: {
    ...KUBERNETES_1_36.config,
    groupPluginSets: ['placementGenerate', 'placementScore', 'podGroupPostFilter'],
    gatedPlugins: [
      'DeferredPodScheduling',
      'GangScheduling',
      'PodGroupPodsCount',
      'TopologyPlacementGenerator',
    ],
  },
}
