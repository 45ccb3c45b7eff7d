import { KUBERNETES_1_35 } from './kubernetes-1.35.ts'
import type { Release } from './release.ts'

/** Nodes declare features; BalancedAllocation scores what a pod changes; image volumes count. */
export const KUBERNETES_1_36: Release = {
  ...KUBERNETES_1_35,
  name: 'kubernetes-1.36',
  version: 'v1.36.3',
  defaultPlugins: [...KUBERNETES_1_35.defaultPlugins, { name: 'NodeDeclaredFeatures', weight: 0 }],
  otherPlugins: [],
  accounting: { ...KUBERNETES_1_35.accounting, podLevelResize: true },
  balancedAllocation: { ...KUBERNETES_1_35.balancedAllocation, formula: 'improvement' },
  imageVolumes: 'summed',
  migratedByCsiNode: [],
  devices: {
    ...KUBERNETES_1_35.devices,
    extendedResources: true,
    bindingConditions: true,
    podWord: 'Pod',
  },
  config: {
    ...KUBERNETES_1_35.config,
    forbidsUnusedRatio: true,
    bindingTimeout: 'known',
    groupPluginSets: ['placementGenerate', 'placementScore'],
    gatedPlugins: ['GangScheduling', 'PodGroupPodsCount', 'TopologyPlacementGenerator'],
  },
}
