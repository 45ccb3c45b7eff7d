import { balancedAllocationPlugin } from '../../plugins/node-resources/node-resources-balanced-allocation.ts'
import { podTopologySpreadPlugin } from '../../plugins/pod-topology-spread/pod-topology-spread.ts'
import { volumeBindingPlugin } from '../../plugins/volume-binding/volume-binding.ts'
import { KUBERNETES_1_32 } from './kubernetes-1.32.ts'
import { replacing } from './plugin-list.ts'
import type { Release } from './release.ts'

/** In-place resize is on by default; sidecars' ports count, pods without requests are not balanced. */
export const KUBERNETES_1_33: Release = {
  ...KUBERNETES_1_32,
  name: 'kubernetes-1.33',
  version: 'v1.33.13',
  plugins: replacing(
    KUBERNETES_1_32.plugins,
    volumeBindingPlugin({
      affinityReason: "node(s) didn't match PersistentVolume's node affinity",
      attributesClasses: false,
      storageCapacityScoring: false,
      shapeGate: 'StorageCapacityScoring',
    }),
    podTopologySpreadPlugin('by-constraint'),
    balancedAllocationPlugin({ formula: 'balance', scoresBestEffort: false, deviceRules: null }),
  ),
  rules: {
    ...KUBERNETES_1_32.rules,
    extenders: { ...KUBERNETES_1_32.rules.extenders, scoresNodesAsReturned: true },
  },
  accounting: { ...KUBERNETES_1_32.accounting, sidecarPorts: true, resize: 'per-container' },
}
