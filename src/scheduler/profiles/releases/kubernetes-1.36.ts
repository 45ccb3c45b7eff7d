import { dynamicResourcesPlugin } from '../../plugins/dynamic-resources/dynamic-resources.ts'
import { imageLocalityPlugin } from '../../plugins/image-locality.ts'
import { nodeDeclaredFeaturesPlugin } from '../../plugins/node-declared-features.ts'
import { balancedAllocationPlugin } from '../../plugins/node-resources/node-resources-balanced-allocation.ts'
import { nodeResourcesFitPlugin } from '../../plugins/node-resources/node-resources-fit.ts'
import { nodeVolumeLimitsPlugin } from '../../plugins/node-volume-limits/node-volume-limits.ts'
import { DEVICES_1_36 } from './devices.ts'
import { KUBERNETES_1_35 } from './kubernetes-1.35.ts'
import { replacing } from './plugin-list.ts'
import type { Release } from './release.ts'

/** Nodes declare features; BalancedAllocation scores what a pod changes; image volumes count. */
export const KUBERNETES_1_36: Release = {
  ...KUBERNETES_1_35,
  name: 'kubernetes-1.36',
  version: 'v1.36.3',
  plugins: [
    ...replacing(
      KUBERNETES_1_35.plugins,
      nodeResourcesFitPlugin({
        judgesNodeSize: true,
        forbidsUnusedRatio: true,
        deviceRules: DEVICES_1_36,
      }),
      nodeVolumeLimitsPlugin({ requiresDriver: false, migratedByCsiNode: [] }),
      dynamicResourcesPlugin(DEVICES_1_36),
      balancedAllocationPlugin({
        formula: 'improvement',
        scoresBestEffort: false,
        deviceRules: DEVICES_1_36,
      }),
      imageLocalityPlugin('summed'),
    ),
    nodeDeclaredFeaturesPlugin({ isOn: true, bindMountOptions: false }),
  ],
  otherPlugins: [],
  accounting: { ...KUBERNETES_1_35.accounting, podLevelResize: true },
  config: {
    ...KUBERNETES_1_35.config,
    groupPluginSets: ['placementGenerate', 'placementScore'],
    gatedPlugins: ['GangScheduling', 'PodGroupPodsCount', 'TopologyPlacementGenerator'],
  },
}
