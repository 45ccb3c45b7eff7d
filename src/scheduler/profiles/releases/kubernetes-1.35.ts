import { dynamicResourcesPlugin } from '../../plugins/dynamic-resources/dynamic-resources.ts'
import { nodeDeclaredFeaturesPlugin } from '../../plugins/node-declared-features.ts'
import { DEVICES_1_35 } from './devices.ts'
import { KUBERNETES_1_34 } from './kubernetes-1.34.ts'
import { replacing } from './plugin-list.ts'
import type { Release } from './release.ts'

/** The tie is no longer drawn, and devices that are still to be chosen give a score. */
export const KUBERNETES_1_35: Release = {
  ...KUBERNETES_1_34,
  name: 'kubernetes-1.35',
  version: 'v1.35.4',
  plugins: replacing(KUBERNETES_1_34.plugins, dynamicResourcesPlugin(DEVICES_1_35)),
  otherPlugins: [nodeDeclaredFeaturesPlugin({ isOn: false, bindMountOptions: false })],
  rules: {
    ...KUBERNETES_1_34.rules,
    drawsTies: false,
    extenders: { ...KUBERNETES_1_34.rules.extenders, drawsScored: true },
  },
  config: { ...KUBERNETES_1_34.config, gatedPlugins: ['GangScheduling'] },
}
