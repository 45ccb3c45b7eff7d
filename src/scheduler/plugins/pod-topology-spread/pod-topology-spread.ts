import { filtering, type Plugin, SKIP, SKIP_SCORE, scoring } from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { readPodTopologySpreadArgs } from './pod-topology-spread-args.ts'
import {
  constraintsOf,
  type SpreadCounters,
  type SpreadDefaults,
  SYSTEM_DEFAULTS,
  spreadIdentity,
} from './spread-constraints.ts'
import { SpreadFilter } from './spread-filter.ts'
import { SpreadScorer } from './spread-scorer.ts'

/** Spreads like pods over zones, hosts and other domains: hard constraints filter, soft ones score. */
function podTopologySpread(defaults: SpreadDefaults, counters: SpreadCounters): Plugin {
  return {
    name: 'PodTopologySpread',
    readsOfIdentity: (cluster, pod) => spreadIdentity(cluster, pod, defaults),
    followsRequests: true,
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
      return scoring(SpreadScorer.of(cluster, pod.signature, constraints, { requireAll, counters }))
    },
  }
}

export function podTopologySpreadPlugin(counters: SpreadCounters): PluginRegistration {
  return {
    name: 'PodTopologySpread',
    summary:
      'Keeps the difference between topology domains within maxSkew; prefers the emptier domains.',
    notes: [NOTES[counters]],
    points: ['preFilter', 'filter', 'preScore', 'score'],
    weight: 2,
    missingState: {
      filter: 'reading "PreFilterPodTopologySpread" from cycleState: not found',
      score: 'error reading "PreScorePodTopologySpread" from cycleState: not found',
    },
    implementation: withArgs(
      { defaults: SYSTEM_DEFAULTS, read: readPodTopologySpreadArgs },
      (defaults) => podTopologySpread(defaults, counters),
    ),
  }
}

const NOTES: { readonly [counters in SpreadCounters]: string } = {
  'by-topology-key': 'Spread constraints of one topology key count pods together',
  'by-constraint': 'Each spread constraint counts pods for itself',
}
