import { filtering, type Plugin, SKIP_SCORE, scoring } from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { AffinityFilter } from './affinity-filter.ts'
import { affinityIdentity, isSelectedSince } from './affinity-identity.ts'
import { AffinityScorer, type AffinityScoring } from './affinity-scorer.ts'
import { DEFAULT_ARGS, readInterPodAffinityArgs } from './inter-pod-affinity-args.ts'

interface AffinityArgs extends AffinityScoring {
  readonly ignorePreferredTermsOfExistingPods: boolean
}

/** Puts pods near pods, and keeps them apart, by what their (anti-)affinity terms ask. */
function interPodAffinity(args: AffinityArgs): Plugin {
  return {
    name: 'InterPodAffinity',
    readsOfIdentity: (cluster, pod) => affinityIdentity(cluster, pod, args.keepsNamespaceSelector),
    readsTermsSince: isSelectedSince,
    followsRequests: true,
    prepareFilter: ({ cluster, pod, statuses }) =>
      filtering(new AffinityFilter(cluster, pod.signature, args.keepsNamespaceSelector, statuses)),
    prepareScore({ cluster, pod }) {
      const { podAffinity, podAntiAffinity } = pod.signature
      const hasPreferences = podAffinity.preferred.length + podAntiAffinity.preferred.length > 0
      if (args.ignorePreferredTermsOfExistingPods && !hasPreferences) return SKIP_SCORE
      return scoring(new AffinityScorer(cluster, pod.signature, args))
    },
  }
}

export interface InterPodAffinityRules {
  /** Upstream's slip: an unrolled namespace selector stays in force (affinity-terms.ts). */
  readonly keepsNamespaceSelector: boolean
}

export function interPodAffinityPlugin(rules: InterPodAffinityRules): PluginRegistration {
  return {
    name: 'InterPodAffinity',
    summary: 'Keeps pods together or apart as they and running pods ask; prefers what they prefer.',
    notes: rules.keepsNamespaceSelector
      ? []
      : ['A namespaceSelector is unrolled once, before the nodes'],
    points: ['preFilter', 'filter', 'preScore', 'score'],
    weight: 2,
    missingState: {
      filter: 'error reading "PreFilterInterPodAffinity" from cycleState: not found',
      score: 'failed to read "PreScoreInterPodAffinity" from cycleState: not found',
    },
    implementation: withArgs({ defaults: DEFAULT_ARGS, read: readInterPodAffinityArgs }, (args) =>
      interPodAffinity({ ...args, ...rules }),
    ),
  }
}
