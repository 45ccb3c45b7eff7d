import { isTolerated, UNSCHEDULABLE_TAINT } from '../../../snapshot/nodes/taint.ts'
import { filtering, SKIP } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { PluginFactory } from '../context.ts'
import { UNSCHEDULABLE } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off cordoned nodes, unless they tolerate the taint that stands for it (1.12). */
export const checkNodeUnschedulable: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster: { nodes }, pod, statuses }) {
    if (isTolerated(pod.signature.tolerations, UNSCHEDULABLE_TAINT)) return SKIP
    const verdicts = [0, rejectionId(statuses, release, UNSCHEDULABLE)]
    return filtering(
      new StaticFilter(nodes.unschedulable, verdicts, () => [
        { kind: 'unschedulable', toleratedBy: UNSCHEDULABLE_TAINT },
      ]),
    )
  },
})
