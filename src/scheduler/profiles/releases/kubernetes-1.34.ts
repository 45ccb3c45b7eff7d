import { dynamicResourcesPlugin } from '../../plugins/dynamic-resources/dynamic-resources.ts'
import { nodeAffinityPlugin } from '../../plugins/node-affinity/node-affinity.ts'
import { nodeResourcesFitPlugin } from '../../plugins/node-resources/node-resources-fit.ts'
import { taintTolerationPlugin } from '../../plugins/taint-toleration.ts'
import { volumeBindingPlugin } from '../../plugins/volume-binding/volume-binding.ts'
import { volumeRestrictionsPlugin } from '../../plugins/volume-restrictions/volume-restrictions.ts'
import { DEVICES_1_34 } from './devices.ts'
import { KUBERNETES_1_33 } from './kubernetes-1.33.ts'
import { replacing, withBefore } from './plugin-list.ts'
import type { Release } from './release.ts'

const PLUGINS = replacing(
  KUBERNETES_1_33.plugins,
  taintTolerationPlugin({ hasPreFilter: false, reason: 'any-taint' }),
  nodeAffinityPlugin('json'),
  nodeResourcesFitPlugin({
    judgesNodeSize: true,
    forbidsUnusedRatio: false,
    deviceRules: null,
  }),
  volumeRestrictionsPlugin(
    'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
  ),
  volumeBindingPlugin({
    affinityReason: "node(s) didn't match PersistentVolume's node affinity",
    attributesClasses: true,
    storageCapacityScoring: false,
    shapeGate: 'StorageCapacityScoring',
  }),
)

/** Device claims and requests of whole pods are on by default; Fit tells nodes that are too small. */
export const KUBERNETES_1_34: Release = {
  ...KUBERNETES_1_33,
  name: 'kubernetes-1.34',
  version: 'v1.34.10',
  plugins: withBefore(PLUGINS, 'DefaultPreemption', dynamicResourcesPlugin(DEVICES_1_34)),
  otherPlugins: [],
  accounting: { ...KUBERNETES_1_33.accounting, podLevelResources: true },
  config: {
    ...KUBERNETES_1_33.config,
    valueStyle: 'json',
    texts: {
      fallingUtilization: 'values must be sorted in increasing order',
      queueSortPlugins: 'must be the same for all profiles',
      shortLease: 'must be greater than `RenewDeadline`',
    },
  },
}
