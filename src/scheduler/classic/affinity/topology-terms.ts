import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { AffinityRule, Judgement, PodChange } from './affinity-rule.ts'
import { DomainCounts, labelDomains } from './domain-counts.ts'
import { allTermsSelect, termSelects } from './term-match.ts'

/** Pods by topology of each term (1.12). */
class TopologyTerms {
  protected readonly terms: readonly PodAffinityTerm[]
  protected readonly incoming: PodSignature
  /** By term. */
  protected readonly counts: readonly DomainCounts[]

  constructor({ nodes }: Cluster, incoming: PodSignature, terms: readonly PodAffinityTerm[]) {
    this.terms = terms
    this.incoming = incoming
    this.counts = terms.map(({ topologyKey }) => new DomainCounts(labelDomains(nodes, topologyKey)))
  }

  get isIdle(): boolean {
    return this.terms.length === 0
  }
}

/** Keeps apart from pods that match any term, in that term's topology. */
export class TopologyAntiAffinity extends TopologyTerms implements AffinityRule {
  private readonly widensReturning: boolean
  private readonly matches: (readonly DomainCounts[] | undefined)[] = []
  /** Pods that a dry run put back, which count for all terms. */
  private readonly widened = new Set<Pod>()
  /** For every pod that a dry run removed: whether it counted for all terms. */
  private readonly removed: boolean[] = []

  /** `widensReturning`: 1.12's slip, by which a pod put back in a preemption counts for all terms if it matches one. */
  constructor(
    cluster: Cluster,
    incoming: PodSignature,
    terms: readonly PodAffinityTerm[],
    widensReturning: boolean,
  ) {
    super(cluster, incoming, terms)
    this.widensReturning = widensReturning
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1, change: PodChange): void {
    const matching = this.matchingTerms(pod.signature)
    if (matching.length === 0) return
    if (sign === 1 && this.isWidened(change)) this.widened.add(pod)
    const counted = this.widened.has(pod) ? this.counts : matching
    for (const counts of counted) counts.add(node, sign)
    if (sign === 1) return
    if (change === 'tried') this.removed.push(this.widened.has(pod))
    this.widened.delete(pod)
  }

  private isWidened(change: PodChange): boolean {
    if (change === 'undone') return this.removed.pop() ?? false
    return change === 'tried' && this.widensReturning
  }

  private matchingTerms(pod: PodSignature): readonly DomainCounts[] {
    let matching = this.matches[pod.id]
    if (matching === undefined) {
      const isMatch = this.terms.map((term) => termSelects(term, this.incoming, pod))
      matching = this.counts.filter((_, index) => isMatch[index])
      this.matches[pod.id] = matching
    }
    return matching
  }

  judge(node: number): Judgement {
    return this.counts.some((counts) => counts.has(node)) ? 'violated' : 'met'
  }
}

/** Wants pods that match all terms, in each term's topology; not the same pod in each. */
export class TopologyAffinity extends TopologyTerms implements AffinityRule {
  private readonly matches: (boolean | undefined)[] = []

  podChanged({ signature }: Pod, node: number, sign: 1 | -1): void {
    if (!this.isMatch(signature)) return
    for (const counts of this.counts) counts.add(node, sign)
  }

  private isMatch(pod: PodSignature): boolean {
    this.matches[pod.id] ??= allTermsSelect(this.terms, this.incoming, pod)
    return this.matches[pod.id] === true
  }

  /** The first of its kind may go anywhere, also where the topology labels are missing. */
  judge(node: number): Judgement {
    if (this.counts.every((counts) => counts.has(node))) return 'met'
    const isFirst = this.counts.every(({ total }) => total === 0)
    return isFirst && this.isMatch(this.incoming) ? 'met' : 'violated'
  }
}
