import { replacing } from './default-plugins.ts'
import { KUBERNETES_1_34 } from './kubernetes-1.34.ts'
import type { Release } from './release.ts'

/** The tie is no longer drawn, and devices that are still to be chosen give a score. */
export const KUBERNETES_1_35: Release = {
  ...KUBERNETES_1_34,
  name: 'kubernetes-1.35',
  version: 'v1.35.4',
  defaultPlugins: replacing(KUBERNETES_1_34.defaultPlugins, {
    name: 'DynamicResources',
    weight: 2,
  }),
  otherPlugins: ['NodeDeclaredFeatures'],
  devices: { ...KUBERNETES_1_34.devices, scores: true },
  config: { ...KUBERNETES_1_34.config, bindingTimeout: 'gated', gatedPlugins: ['GangScheduling'] },
  rules: { ...KUBERNETES_1_34.rules, drawsTies: false },
}
