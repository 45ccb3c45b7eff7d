import { filtering, type Plugin, SKIP, SKIP_SCORE, scoring } from '../../framework/plugin.ts'
import {
  constraintsOf,
  type SpreadCounters,
  type SpreadDefaults,
  spreadIdentity,
} from './spread-constraints.ts'
import { SpreadFilter } from './spread-filter.ts'
import { SpreadScorer } from './spread-scorer.ts'

/** Spreads like pods over zones, hosts and other domains: hard constraints filter, soft ones score. */
export function podTopologySpread(defaults: SpreadDefaults, counters: SpreadCounters): Plugin {
  return {
    name: 'PodTopologySpread',
    readsOfIdentity: (cluster, pod) => spreadIdentity(cluster, pod, defaults),
    prepareFilter(preparation) {
      const { cluster, pod } = preparation
      const constraints = constraintsOf(cluster, pod.signature, defaults, true)
      if (constraints.length === 0) return SKIP
      return filtering(new SpreadFilter(preparation, constraints, counters))
    },
    prepareScore({ cluster, pod }) {
      const constraints = constraintsOf(cluster, pod.signature, defaults, false)
      if (constraints.length === 0) return SKIP_SCORE
      const requireAll = pod.signature.spreadConstraints.length > 0 || !defaults.system
      return scoring(
        new SpreadScorer(cluster, pod.signature, constraints, { requireAll, counters }),
      )
    },
  }
}
