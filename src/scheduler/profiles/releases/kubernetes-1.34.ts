import { enabledBefore } from './default-plugins.ts'
import { KUBERNETES_1_33 } from './kubernetes-1.33.ts'
import type { Release } from './release.ts'

/** Device claims and requests of whole pods are on by default; Fit tells nodes that are too small. */
export const KUBERNETES_1_34: Release = {
  ...KUBERNETES_1_33,
  name: 'kubernetes-1.34',
  version: 'v1.34.10',
  defaultPlugins: enabledBefore('DefaultPreemption', KUBERNETES_1_33.defaultPlugins, {
    name: 'DynamicResources',
    weight: 0,
  }),
  valueStyle: 'json',
  accounting: { ...KUBERNETES_1_33.accounting, podLevelResources: true },
  taintReason: 'any-taint',
  judgesNodeSize: true,
  exclusiveClaimReason:
    'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
  volumeBinding: { ...KUBERNETES_1_33.volumeBinding, attributesClasses: true },
  config: {
    ...KUBERNETES_1_33.config,
    gatedPlugins: [],
    withoutArgs: [],
    texts: {
      ...KUBERNETES_1_33.config.texts,
      fallingUtilization: 'values must be sorted in increasing order',
      queueSortPlugins: 'must be the same for all profiles',
      shortLease: 'must be greater than `RenewDeadline`',
    },
  },
}
