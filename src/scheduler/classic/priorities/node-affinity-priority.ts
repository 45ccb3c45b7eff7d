import type { NodeList } from '../../framework/node-list.ts'
import { normalizeByMax } from '../../framework/normalize.ts'
import { type NodeScorer, scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import { weightSums } from '../../plugins/node-affinity/node-affinity.ts'
import type { PluginFactory } from '../context.ts'
import { selectorError } from '../policy/selector-error.ts'
import { expressionsOf } from '../predicates/match-node-selector.ts'
import { SCORE_MAX } from './scale.ts'

/** Prefers nodes that the pod's preferred node affinity names, by the sum of the terms' weights. */
export const nodeAffinityPriority: PluginFactory = (name) => ({
  name,
  prepareScore({ cluster: { nodes }, pod }) {
    const terms = pod.signature.preferredNodeAffinity
      .filter(({ weight }) => weight !== 0)
      .map(({ weight, term }) => ({ weight, term: expressionsOf(term) }))
    for (const { term } of terms) {
      const message = selectorError(term.expressions)
      if (message !== null) return { kind: 'error', message }
    }
    return scoring(new PreferenceScorer(weightSums(nodes, terms)))
  },
})

class PreferenceScorer extends StaticScorer implements NodeScorer {
  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    normalizeByMax(nodes, raw, score, SCORE_MAX)
  }
}
