import type { Cluster, Pod } from '../../snapshot/cluster.ts'
import type { PodClass } from '../../snapshot/pod-class.ts'
import { normalizeInRange, rangeOf, SCORE_MAX } from '../normalize.ts'
import type { NodeList, NodeScorer } from '../plugin.ts'
import { matchIncomingTerm, termSelects } from './affinity-terms.ts'
import type { InterPodAffinityArgs } from './inter-pod-affinity.ts'
import { type KeyCounts, PairCounts } from './pair-counts.ts'

/** What one pod of a kind adds to every node of its domain. */
interface Contribution {
  readonly counts: KeyCounts
  readonly weight: number
}

/** Preferred inter-pod affinity, of the incoming pod and, the other way, of the pods that run. */
export class AffinityScorer implements NodeScorer {
  readonly reads = 'cluster'
  private readonly cluster: Cluster
  private readonly pod: PodClass
  private readonly args: InterPodAffinityArgs
  private readonly pairs: PairCounts
  private readonly own: readonly { matches: (pod: PodClass) => boolean; gives: Contribution }[]
  private readonly byClass: (readonly Contribution[] | undefined)[] = []
  /** Contributions that count, also where they cancel out: without any, PreScore skips. */
  private contributionCount = 0
  private stale = true

  constructor(cluster: Cluster, pod: PodClass, args: InterPodAffinityArgs) {
    this.cluster = cluster
    this.pod = pod
    this.args = args
    this.pairs = new PairCounts(cluster.nodes)
    const terms = [
      ...pod.podAffinity.preferred,
      ...pod.podAntiAffinity.preferred.map(({ term, weight }) => ({ term, weight: -weight })),
    ]
    this.own = terms.map(({ term, weight }) => ({
      matches: matchIncomingTerm(cluster, term, args.keepsNamespaceSelector),
      gives: { counts: this.pairs.of(term.topologyKey), weight },
    }))
    for (const [node, pods] of cluster.pods.onNode.entries()) {
      for (const running of pods) this.podChanged(running, node, 1)
    }
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { counts, weight } of this.contributionsOf(pod.class)) {
      if (!this.pairs.add(counts, node, sign * weight)) continue
      this.contributionCount += sign
      this.stale = true
    }
  }

  isStale(): boolean {
    return this.stale
  }

  private contributionsOf(pod: PodClass): readonly Contribution[] {
    let contributions = this.byClass[pod.id]
    if (contributions === undefined) {
      contributions = this.relate(pod)
      this.byClass[pod.id] = contributions
    }
    return contributions
  }

  private relate(pod: PodClass): Contribution[] {
    const { podAffinity, podAntiAffinity } = pod
    const hard = this.args.hardPodAffinityWeight
    const theirs = [
      ...(hard > 0 ? podAffinity.required.map((term) => ({ term, weight: hard })) : []),
      ...podAffinity.preferred,
      ...podAntiAffinity.preferred.map(({ term, weight }) => ({ term, weight: -weight })),
    ]
    return [
      ...this.own.filter(({ matches }) => matches(pod)).map(({ gives }) => gives),
      ...theirs
        .filter(({ term }) => termSelects(this.cluster, term, this.pod))
        .map(({ term, weight }) => ({ counts: this.pairs.of(term.topologyKey), weight })),
    ]
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    this.stale = false
    if (this.contributionCount === 0) return false
    this.pairs.sum(nodes, raw)
    return true
  }

  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    const range = { ...rangeOf(nodes, raw), scoreMax: SCORE_MAX }
    normalizeInRange(nodes, raw, score, range)
  }
}
