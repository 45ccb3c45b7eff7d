import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { normalizeInRange, rangeOf } from '../../framework/normalize.ts'
import { type KeyCounts, PairCounts } from '../../framework/pair-counts.ts'
import { type NodeScorer, scoring } from '../../framework/plugin.ts'
import { termSelects } from '../affinity/term-match.ts'
import type { PluginFactory } from '../context.ts'
import { SCORE_MAX } from './scale.ts'

/** Preferred inter-pod affinity, of the incoming pod and, the other way, of the pods that run. */
export const interPodAffinityPriority: PluginFactory = (name, context) => ({
  name,
  prepareScore: ({ cluster, pod }) =>
    scoring(new PreferenceScorer(cluster, pod.signature, context.hardPodAffinitySymmetricWeight)),
})

/** What one pod of a kind adds to every node of its domain. */
interface Contribution {
  readonly counts: KeyCounts
  readonly weight: number
}

class PreferenceScorer implements NodeScorer {
  readonly dependsOn = 'cluster'
  private readonly incoming: PodSignature
  private readonly hardWeight: number
  private readonly pairs: PairCounts
  private readonly byClass: (readonly Contribution[] | undefined)[] = []

  constructor({ nodes, pods }: Cluster, incoming: PodSignature, hardWeight: number) {
    this.incoming = incoming
    this.hardWeight = hardWeight
    this.pairs = new PairCounts(nodes)
    for (const [node, running] of pods.onNode.entries()) {
      for (const pod of running) this.podChanged(pod, node, 1)
    }
  }

  podChanged({ signature }: Pod, node: number, sign: 1 | -1): void {
    for (const { counts, weight } of this.contributionsOf(signature)) {
      this.pairs.add(counts, node, sign * weight)
    }
  }

  private contributionsOf(pod: PodSignature): readonly Contribution[] {
    let contributions = this.byClass[pod.id]
    if (contributions === undefined) {
      contributions = this.relate(pod)
      this.byClass[pod.id] = contributions
    }
    return contributions
  }

  private relate(running: PodSignature): Contribution[] {
    const { incoming } = this
    return [
      ...this.contributions(preferences(incoming), incoming, running),
      ...this.contributions(
        running.podAffinity.required.map((term) => ({ term, weight: this.hardWeight })),
        running,
        incoming,
      ),
      ...this.contributions(preferences(running), running, incoming),
    ]
  }

  private contributions(
    terms: readonly { readonly term: PodAffinityTerm; readonly weight: number }[],
    owner: PodSignature,
    other: PodSignature,
  ): Contribution[] {
    return terms
      .filter(({ term }) => termSelects(term, owner, other))
      .map(({ term, weight }) => ({ counts: this.pairs.of(term.topologyKey), weight }))
  }

  score(nodes: NodeList, raw: Float64Array): void {
    this.pairs.sum(nodes, raw)
  }

  /** 0 always is one of the values. */
  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    const { lowest, highest } = rangeOf(nodes, raw)
    const range = {
      lowest: Math.min(lowest, 0),
      highest: Math.max(highest, 0),
      scoreMax: SCORE_MAX,
    }
    normalizeInRange(nodes, raw, score, range)
  }
}

function preferences({ podAffinity, podAntiAffinity }: PodSignature) {
  return [
    ...podAffinity.preferred,
    ...podAntiAffinity.preferred.map(({ term, weight }) => ({ term, weight: -weight })),
  ]
}
