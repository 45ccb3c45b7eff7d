import { isTolerated, UNSCHEDULABLE_TAINT } from '../../snapshot/nodes/taint.ts'
import type { QueuePreFilter } from '../framework/extension-points.ts'
import { filtering, type Plugin, READS_NO_IDENTITY, SKIP } from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'
import { StaticFilter } from '../framework/static-filter.ts'

const REASON = 'node(s) were unschedulable'

/** Keeps pods off cordoned nodes, unless they tolerate the taint that stands for it. */
const nodeUnschedulable: Plugin = {
  name: 'NodeUnschedulable',
  readsOfIdentity: READS_NO_IDENTITY,
  followsRequests: true,
  prepareFilter({ cluster, pod, statuses }) {
    if (isTolerated(pod.signature.tolerations, UNSCHEDULABLE_TAINT)) return SKIP
    const rejection = statuses.id('UnschedulableAndUnresolvable', REASON)
    return filtering(
      new StaticFilter(cluster.nodes.unschedulable, [0, rejection], () => [
        { kind: 'unschedulable', toleratedBy: UNSCHEDULABLE_TAINT },
      ]),
    )
  },
}

export function nodeUnschedulablePlugin({ hasPreFilter }: QueuePreFilter): PluginRegistration {
  return {
    name: 'NodeUnschedulable',
    summary: 'Refuses cordoned nodes, unless the pod tolerates that.',
    points: hasPreFilter ? ['preFilter', 'filter'] : ['filter'],
    implementation: withoutArgs(nodeUnschedulable),
  }
}
