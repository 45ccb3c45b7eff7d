import type { QueuePreFilter } from '../framework/extension-points.ts'
import { type Plugin, READS_NO_IDENTITY, SKIP } from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'

/**
 * Would keep a pod off every node but spec.nodeName. A pod that names its node is already assigned
 * and never gets here, so for pods to decide there is nothing to judge.
 */
const nodeName: Plugin = {
  name: 'NodeName',
  readsOfIdentity: READS_NO_IDENTITY,
  followsRequests: true,
  prepareFilter: () => SKIP,
}

export function nodeNamePlugin({ hasPreFilter }: QueuePreFilter): PluginRegistration {
  return {
    name: 'NodeName',
    summary: 'Admits only the node that the pod names.',
    points: hasPreFilter ? ['preFilter', 'filter'] : ['filter'],
    implementation: withoutArgs(nodeName),
  }
}
