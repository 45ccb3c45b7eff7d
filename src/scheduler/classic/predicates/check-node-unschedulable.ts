import { isTolerated, UNSCHEDULABLE_TAINT } from '../../../snapshot/taint.ts'
import { filtering, SKIP } from '../../plugin.ts'
import { StaticFilter } from '../../plugins/static-filter.ts'
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
