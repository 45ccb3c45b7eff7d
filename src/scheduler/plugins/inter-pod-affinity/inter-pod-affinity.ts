import { filtering, type Plugin, SKIP_SCORE, scoring } from '../../framework/plugin.ts'
import { AffinityFilter } from './affinity-filter.ts'
import { affinityIdentity } from './affinity-identity.ts'
import { AffinityScorer, type AffinityScoring } from './affinity-scorer.ts'

export interface InterPodAffinityArgs extends AffinityScoring {
  readonly ignorePreferredTermsOfExistingPods: boolean
}

/** Puts pods near pods, and keeps them apart, by what their (anti-)affinity terms ask. */
export function interPodAffinity(args: InterPodAffinityArgs): Plugin {
  return {
    name: 'InterPodAffinity',
    readsOfIdentity: (cluster, pod) => affinityIdentity(cluster, pod, args.keepsNamespaceSelector),
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
