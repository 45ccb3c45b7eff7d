import type { Cluster, Pod } from '../../../snapshot/cluster.ts'
import type { PodAffinityTerm, PodClass } from '../../../snapshot/pod-class.ts'
import type { AffinityRule, Judgement } from './affinity-rule.ts'
import { DomainCounts, labelDomains } from './domain-counts.ts'
import { allTermsSelect, termSelects } from './term-match.ts'

/** Pods by topology of each term (1.12). */
class TopologyTerms {
  protected readonly terms: readonly PodAffinityTerm[]
  protected readonly incoming: PodClass
  /** By term. */
  protected readonly counts: readonly DomainCounts[]

  constructor({ nodes }: Cluster, incoming: PodClass, terms: readonly PodAffinityTerm[]) {
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
  private readonly matches: (readonly DomainCounts[] | undefined)[] = []

  podChanged({ class: podClass }: Pod, node: number, sign: 1 | -1): void {
    const matching = (this.matches[podClass.id] ??= this.counts.filter((_, index) => {
      const term = this.terms[index]
      return term !== undefined && termSelects(term, this.incoming, podClass)
    }))
    for (const counts of matching) counts.add(node, sign)
  }

  judge(node: number): Judgement {
    return this.counts.some((counts) => counts.has(node)) ? 'violated' : 'met'
  }
}

/** Wants pods that match all terms, in each term's topology; not the same pod in each. */
export class TopologyAffinity extends TopologyTerms implements AffinityRule {
  private readonly matches: (boolean | undefined)[] = []

  podChanged({ class: podClass }: Pod, node: number, sign: 1 | -1): void {
    if (!this.isMatch(podClass)) return
    for (const counts of this.counts) counts.add(node, sign)
  }

  private isMatch(pod: PodClass): boolean {
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
