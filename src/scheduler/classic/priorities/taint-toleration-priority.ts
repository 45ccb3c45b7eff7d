import type { NodeList } from '../../framework/node-list.ts'
import { normalizeReversed } from '../../framework/normalize.ts'
import { type NodeScorer, scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import { intolerableTaints } from '../../plugins/taint-toleration.ts'
import type { PluginFactory } from '../context.ts'
import { SCORE_MAX } from './scale.ts'

/** Prefers nodes with few PreferNoSchedule taints that the pod does not tolerate. */
export const taintTolerationPriority: PluginFactory = (name) => ({
  name,
  prepareScore: ({ cluster: { nodes }, pod }) =>
    scoring(new TaintScorer(intolerableTaints(nodes, pod.signature))),
})

class TaintScorer extends StaticScorer implements NodeScorer {
  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    normalizeReversed(nodes, raw, score, SCORE_MAX)
  }
}
