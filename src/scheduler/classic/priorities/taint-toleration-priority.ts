import { normalizeReversed } from '../../normalize.ts'
import { type NodeList, type NodeScorer, scoring } from '../../plugin.ts'
import { intolerableTaints } from '../../plugins/taint-toleration.ts'
import type { Maker } from '../context.ts'
import { FixedColumn } from './fixed-column.ts'
import { SCORE_MAX } from './scale.ts'

/** Prefers nodes with few PreferNoSchedule taints that the pod does not tolerate. */
export const taintTolerationPriority: Maker = (name) => ({
  name,
  prepareScore({ cluster: { nodes }, pod }) {
    const intolerable = intolerableTaints(nodes, pod.class)
    const counts = Float64Array.from(nodes.taintSetId, (id) => intolerable[id])
    return scoring(new TaintScorer(counts))
  },
})

class TaintScorer extends FixedColumn implements NodeScorer {
  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    normalizeReversed(nodes, raw, score, SCORE_MAX)
  }
}
