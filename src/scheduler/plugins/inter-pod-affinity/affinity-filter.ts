import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import { referTo } from '../../../snapshot/pods/pod-reference.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { Detail } from '../../framework/detail.ts'
import { byCodeUnit } from '../../framework/fit-error-message.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { NodeMarks } from '../../framework/node-marks.ts'
import {
  isAnyKeyCounted,
  isCounted,
  type KeyCounts,
  PairCounts,
} from '../../framework/pair-counts.ts'
import type { NodeFilter } from '../../framework/plugin.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { AffinityRelations, type CountedTerm } from './affinity-relations.ts'
import { matchIncomingTerm, type TermMatch } from './affinity-terms.ts'

const REASON_AFFINITY = "node(s) didn't match pod affinity rules"
const REASON_ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules"
const REASON_EXISTING = "node(s) didn't satisfy existing pods anti-affinity rules"

/** Required inter-pod affinity and anti-affinity, both ways. */
export class AffinityFilter implements NodeFilter {
  readonly dependsOn = 'cluster'
  private readonly cluster: Cluster
  private readonly pod: PodSignature
  private readonly affinityCounts: PairCounts
  private readonly antiCounts: PairCounts
  private readonly existingAntiCounts: PairCounts
  private readonly affinityTerms: readonly CountedTerm[]
  private readonly antiTerms: readonly CountedTerm[]
  private readonly matchesItself: boolean
  private readonly relations: AffinityRelations
  /** Domains where pods that matter appeared or were the last to go, since the verdicts were made. */
  private readonly crossed: { counts: KeyCounts; domain: number }[] = []
  private wasFirst: boolean
  private readonly journal: { pod: Pod; node: number; sign: 1 | -1 }[] = []
  private readonly affinityRejection: number
  private readonly antiRejection: number
  private readonly existingRejection: number

  constructor(
    cluster: Cluster,
    pod: PodSignature,
    keepsSelector: boolean,
    statuses: PluginStatuses,
  ) {
    this.cluster = cluster
    this.pod = pod
    this.affinityCounts = new PairCounts(cluster.nodes)
    this.antiCounts = new PairCounts(cluster.nodes)
    this.existingAntiCounts = new PairCounts(cluster.nodes)
    this.affinityTerms = pod.podAffinity.required.map((term) => ({
      matches: matchIncomingTerm(cluster, term, keepsSelector),
      counts: this.affinityCounts.of(term.topologyKey),
    }))
    this.antiTerms = pod.podAntiAffinity.required.map((term) => ({
      matches: matchIncomingTerm(cluster, term, keepsSelector),
      counts: this.antiCounts.of(term.topologyKey),
    }))
    const { affinityTerms, antiTerms, existingAntiCounts } = this
    this.relations = new AffinityRelations(cluster, pod, {
      affinityTerms,
      antiTerms,
      existingAntiCounts,
    })
    this.matchesItself = this.relations.meetsAffinity(pod)
    this.affinityRejection = statuses.id('UnschedulableAndUnresolvable', REASON_AFFINITY)
    this.antiRejection = statuses.id('Unschedulable', REASON_ANTI_AFFINITY)
    this.existingRejection = statuses.id('Unschedulable', REASON_EXISTING)
    const ownCount = this.affinityTerms.length + this.antiTerms.length
    const concerned = ownCount > 0 ? cluster.podsOfSignature : cluster.podsOfSignatureWithTerms
    for (const [signature, pods] of concerned) {
      if (this.relations.of(signature).isNone) continue
      for (const running of pods) this.podChanged(running, running.node, 1)
    }
    this.crossed.length = 0
    this.wasFirst = this.isFirst
  }

  isActive(): boolean {
    return (
      this.existingAntiCounts.nonZero > 0 || this.affinityTerms.length + this.antiTerms.length > 0
    )
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    const isSeen = this.cluster.termsOverlooked?.showsRequiredAntiAffinity(node) ?? true
    this.count(pod, node, sign, isSeen)
  }

  /** Its own anti-affinity may not be seen. */
  private count(pod: Pod, node: number, sign: 1 | -1, isSeen: boolean): void {
    const relation = this.relations.of(pod.signature)
    if (relation.isNone) return
    if (relation.meetsAffinity) {
      for (const counts of this.affinityCounts.keys) {
        this.add(this.affinityCounts, counts, node, sign)
      }
    }
    for (const counts of relation.anti) this.add(this.antiCounts, counts, node, sign)
    if (!isSeen) return
    for (const counts of relation.existingAnti) {
      this.add(this.existingAntiCounts, counts, node, sign)
    }
  }

  private add(pairs: PairCounts, counts: KeyCounts, node: number, sign: 1 | -1): void {
    const domain = counts.domain[node]
    const wasCounted = counts.count[domain] > 0
    pairs.add(counts, node, sign)
    if (counts.count[domain] > 0 !== wasCounted) this.crossed.push({ counts, domain })
  }

  /** A verdict asks only whether there are pods in the node's domains, and whether any are at all. */
  markAffected(affected: NodeMarks): void {
    for (const { counts, domain } of this.crossed) counts.rows.mark(domain, affected)
    if (this.isFirst !== this.wasFirst) affected.markAll()
    this.crossed.length = 0
    this.wasFirst = this.isFirst
  }

  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    this.journal.push({ pod, node, sign })
    this.count(pod, node, sign, true)
  }

  checkpoint(): () => void {
    const mark = this.journal.length
    const crossed = this.crossed.length
    return () => {
      while (this.journal.length > mark) {
        const tried = this.journal.pop()
        if (tried !== undefined) this.count(tried.pod, tried.node, tried.sign === 1 ? -1 : 1, true)
      }
      this.crossed.length = crossed
    }
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const existing = this.existingAntiCounts.nonZero > 0 ? this.existingAntiCounts.keys : []
    const anti = this.antiCounts.nonZero > 0 ? this.antiTerms : []
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (!this.hasAffinity(node)) verdict[node] = this.affinityRejection
      else if (isAnyCounted(anti, node)) verdict[node] = this.antiRejection
      else if (isAnyKeyCounted(existing, node)) verdict[node] = this.existingRejection
    }
  }

  /** The first pod of a group may go anywhere with the keys, since nobody is there to be near to. */
  private hasAffinity(node: number): boolean {
    let podsExist = true
    for (let term = 0; term < this.affinityTerms.length; term++) {
      const { domain, count } = this.affinityTerms[term].counts
      if (domain[node] === 0) return false
      if (count[domain[node]] <= 0) podsExist = false
    }
    return podsExist || this.isFirst
  }

  private get isFirst(): boolean {
    return this.affinityCounts.nonZero === 0 && this.matchesItself
  }

  details(node: number): Detail[] {
    const { podAffinity, podAntiAffinity } = this.pod
    if (!this.hasAffinity(node)) {
      return this.affinityTerms.flatMap(({ counts }, term): Detail[] =>
        counts.count[counts.domain[node]] > 0
          ? []
          : [
              {
                kind: 'podAffinity',
                term: podAffinity.required[term],
                ...domainOf(counts, node),
                matchingPods: 0,
              },
            ],
      )
    }
    const anti = this.antiTerms.flatMap(({ counts, matches }, term): Detail[] =>
      isCounted(counts, node)
        ? [
            {
              kind: 'podAntiAffinity',
              term: podAntiAffinity.required[term],
              ...domainOf(counts, node),
              conflictsWith: this.podsInDomain(counts, node, matches),
            },
          ]
        : [],
    )
    return anti.length > 0 ? anti : this.existingDetails(node)
  }

  private existingDetails(node: number): Detail[] {
    return this.existingAntiCounts.keys
      .filter((counts) => isCounted(counts, node))
      .sort((a, b) => byCodeUnit(a.key, b.key))
      .map((counts) => ({
        kind: 'existingAntiAffinity',
        ...domainOf(counts, node),
        conflictsWith: this.podsInDomain(counts, node, (other) =>
          this.relations.of(other).existingAnti.includes(counts),
        ),
      }))
  }

  /** Some pods of the node's domain, enough to see who is in the way. */
  private podsInDomain(counts: KeyCounts, node: number, isMeant: TermMatch) {
    const found = []
    for (const other of counts.rows.of(counts.domain[node])) {
      for (const pod of this.cluster.pods.onNode[other]) {
        if (!isMeant(pod.signature)) continue
        found.push(referTo(pod))
        if (found.length === PODS_SHOWN_MAX) return found
      }
    }
    return found
  }
}

const PODS_SHOWN_MAX = 5

function domainOf(counts: KeyCounts, node: number) {
  const id = counts.domain[node]
  return { topologyKey: counts.key, domain: id === 0 ? null : counts.names[id] }
}

function isAnyCounted(terms: readonly CountedTerm[], node: number): boolean {
  for (let term = 0; term < terms.length; term++) {
    if (isCounted(terms[term].counts, node)) return true
  }
  return false
}
