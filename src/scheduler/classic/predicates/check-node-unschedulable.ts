import { isTolerated, UNSCHEDULABLE_TAINT } from '../../../snapshot/nodes/taint.ts'
import { filtering, SKIP } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { Maker } from '../context.ts'
import { UNSCHEDULABLE } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off cordoned nodes, unless they tolerate the taint that stands for it (1.12). */
export const checkNodeUnschedulable: Maker = (name, { release }) => ({
  name,
  prepareFilter({ cluster: { nodes }, pod, rejections }) {
    if (isTolerated(pod.class.tolerations, UNSCHEDULABLE_TAINT)) return SKIP
    const verdicts = [0, rejectionId(rejections, release, UNSCHEDULABLE)]
    return filtering(
      new StaticFilter(nodes.unschedulable, verdicts, () => [
        { unschedulable: true, toleratedBy: UNSCHEDULABLE_TAINT },
      ]),
    )
  },
})
