import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { normalizeInRange, rangeOf, SCORE_MAX } from '../../framework/normalize.ts'
import { type KeyCounts, PairCounts } from '../../framework/pair-counts.ts'
import type { NodePlaces, NodeScorer } from '../../framework/plugin.ts'
import { matchIncomingTerm, type TermMatch, termSelects } from './affinity-terms.ts'

/** What the scores depend on besides the terms. */
export interface AffinityScoring {
  /** What a required affinity term of a running pod counts for. */
  readonly hardPodAffinityWeight: number
  /** Up to 1.36: an unrolled namespace selector stays in force (see affinity-terms.ts). */
  readonly keepsNamespaceSelector: boolean
}

/** What one pod of a kind adds to every node of its domain, by all terms of one topology key. */
interface Contribution {
  readonly counts: KeyCounts
  weight: number
  termCount: number
}

interface WeightedTerm {
  readonly term: PodAffinityTerm
  readonly weight: number
}

const NONE: readonly Contribution[] = []

/** Preferred inter-pod affinity, of the incoming pod and, the other way, of the pods that run. */
export class AffinityScorer implements NodeScorer {
  readonly dependsOn = 'cluster'
  private readonly cluster: Cluster
  private readonly pod: PodSignature
  private readonly args: AffinityScoring
  readonly places: readonly NodePlaces[]
  private readonly pairs: PairCounts
  private readonly own: readonly (WeightedTerm & { readonly matches: TermMatch })[]
  private readonly byClass: (readonly Contribution[] | undefined)[] = []
  /** Terms that count, also where they cancel out: without any, PreScore skips. */
  private termCount = 0
  private stale = true

  constructor(cluster: Cluster, pod: PodSignature, args: AffinityScoring) {
    this.cluster = cluster
    this.pod = pod
    this.args = args
    this.pairs = new PairCounts(cluster.nodes)
    this.places = this.pairs.places
    const terms = [
      ...pod.podAffinity.preferred,
      ...pod.podAntiAffinity.preferred.map(({ term, weight }) => ({ term, weight: -weight })),
    ]
    this.own = terms.map(({ term, weight }) => ({
      term,
      weight,
      matches: matchIncomingTerm(cluster, term, args.keepsNamespaceSelector),
    }))
    const concerned = terms.length > 0 ? cluster.podsOfSignature : cluster.podsOfSignatureWithTerms
    for (const [signature, pods] of concerned) {
      if (this.contributionsOf(signature).length === 0) continue
      for (const running of pods) this.podChanged(running, running.node, 1)
    }
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    if (this.own.length === 0 && this.cluster.termsOverlooked?.showsTerms(node) === false) return
    for (const { counts, weight, termCount } of this.contributionsOf(pod.signature)) {
      if (!this.pairs.add(counts, node, sign * weight)) continue
      this.termCount += sign * termCount
      this.stale = true
    }
  }

  isActive(): boolean {
    return this.termCount !== 0
  }

  isStale(): boolean {
    return this.stale
  }

  private contributionsOf(pod: PodSignature): readonly Contribution[] {
    let contributions = this.byClass[pod.id]
    if (contributions === undefined) {
      contributions = this.relate(pod)
      this.byClass[pod.id] = contributions
    }
    return contributions
  }

  private relate(pod: PodSignature): readonly Contribution[] {
    const counting: WeightedTerm[] = []
    for (const one of this.own) if (one.matches(pod)) counting.push(one)
    this.addTheirs(pod, counting)
    return counting.length === 0 ? NONE : this.byKey(counting)
  }

  /** Those terms of a running pod that select the incoming one. */
  private addTheirs({ podAffinity, podAntiAffinity }: PodSignature, into: WeightedTerm[]): void {
    const { hardPodAffinityWeight: hard } = this.args
    if (hard > 0) {
      for (const term of podAffinity.required) this.addTheir(term, hard, into)
    }
    for (const { term, weight } of podAffinity.preferred) this.addTheir(term, weight, into)
    for (const { term, weight } of podAntiAffinity.preferred) this.addTheir(term, -weight, into)
  }

  private addTheir(term: PodAffinityTerm, weight: number, into: WeightedTerm[]): void {
    if (termSelects(this.cluster, term, this.pod)) into.push({ term, weight })
  }

  private byKey(terms: readonly WeightedTerm[]): Contribution[] {
    const contributions = new Map<KeyCounts, Contribution>()
    for (const { term, weight } of terms) {
      const counts = this.pairs.of(term.topologyKey)
      const known = contributions.get(counts) ?? { counts, weight: 0, termCount: 0 }
      known.weight += weight
      known.termCount++
      contributions.set(counts, known)
    }
    return [...contributions.values()]
  }

  score(nodes: NodeList, raw: Float64Array): void {
    this.stale = false
    this.pairs.sum(nodes, raw)
  }

  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    const range = { ...rangeOf(nodes, raw), scoreMax: SCORE_MAX }
    normalizeInRange(nodes, raw, score, range)
  }
}
