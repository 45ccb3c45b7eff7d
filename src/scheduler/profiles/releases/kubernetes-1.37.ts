import { enabledBefore, without } from './default-plugins.ts'
import { KUBERNETES_1_36 } from './kubernetes-1.36.ts'
import type { Release } from './release.ts'

/** Resizes count by whole pods, storage capacity gives a score, and the message tells a preemption. */
export const KUBERNETES_1_37: Release = {
  ...KUBERNETES_1_36,
  name: 'kubernetes-1.37',
  version: 'v1.37.1',
  defaultPlugins: enabledBefore(
    'NodeUnschedulable',
    without('NodeName', KUBERNETES_1_36.defaultPlugins),
    { name: 'NodeName', weight: 0 },
  ),
  accounting: { ...KUBERNETES_1_36.accounting, resize: 'whole-pod' },
  imageVolumes: 'counted',
  bindMountOptions: true,
  volumeBinding: { ...KUBERNETES_1_36.volumeBinding, storageCapacityScoring: true },
  volumeLimitScaling: true,
  devices: { ...KUBERNETES_1_36.devices, nodeOperations: true },
  keepsNamespaceSelector: false,
  config: {
    ...KUBERNETES_1_36.config,
    emptyPreFilters: true,
    groupPluginSets: ['placementGenerate', 'placementScore', 'podGroupPostFilter'],
    gatedPlugins: [
      'DeferredPodScheduling',
      'GangScheduling',
      'PodGroupPodsCount',
      'TopologyPlacementGenerator',
    ],
  },
  rules: {
    ...KUBERNETES_1_36.rules,
    victims: {
      ...KUBERNETES_1_36.rules.victims,
      startTimes: 'once',
      budgets: 'charge-to-first-violated',
    },
    saysNoNewClaims: false,
    saysPreemption: 'always',
  },
}
