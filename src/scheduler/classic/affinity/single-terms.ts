import type { Cluster } from '../../../snapshot/cluster.ts'
import { HOSTNAME } from '../../../snapshot/nodes/topology-labels.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { AffinityRule, Judgement } from './affinity-rule.ts'
import { DomainCounts, domainsWithOwnHost } from './domain-counts.ts'
import { termSelects } from './term-match.ts'

const EMPTY_KEY =
  'empty topologyKey is not allowed except for PreferredDuringScheduling pod anti-affinity'

interface SingleTerm {
  readonly term: PodAffinityTerm
  readonly inDomain: DomainCounts
  /** Matching pods by node. */
  readonly onNode: Int32Array
  anywhere: number
}

/** 1.10: each term is asked by itself, and may be met by another pod than the next. */
class SingleTerms {
  protected readonly terms: readonly SingleTerm[]
  protected readonly incoming: PodSignature
  private readonly matches: (readonly SingleTerm[] | undefined)[] = []

  constructor({ nodes }: Cluster, incoming: PodSignature, terms: readonly PodAffinityTerm[]) {
    this.incoming = incoming
    this.terms = terms.map((term) => ({
      term,
      inDomain: new DomainCounts(domainsWithOwnHost(nodes, term.topologyKey)),
      onNode: new Int32Array(nodes.count),
      anywhere: 0,
    }))
  }

  get isIdle(): boolean {
    return this.terms.length === 0
  }

  podChanged({ signature }: Pod, node: number, sign: 1 | -1): void {
    for (const one of this.matchingTerms(signature)) {
      one.inDomain.add(node, sign)
      one.onNode[node] += sign
      one.anywhere += sign
    }
  }

  private matchingTerms(pod: PodSignature): readonly SingleTerm[] {
    let matching = this.matches[pod.id]
    if (matching === undefined) {
      matching = this.terms.filter(({ term }) => termSelects(term, this.incoming, pod))
      this.matches[pod.id] = matching
    }
    return matching
  }
}

export class SingleTermsAntiAffinity extends SingleTerms implements AffinityRule {
  /** A term without topology refuses every node. */
  judge(node: number): Judgement {
    for (const { term, inDomain } of this.terms) {
      if (term.topologyKey === '' || inDomain.has(node)) return 'violated'
    }
    return 'met'
  }
}

export class SingleTermsAffinity extends SingleTerms implements AffinityRule {
  private readonly podName: string
  private readonly nodeNames: readonly string[]

  constructor(cluster: Cluster, pod: Pod, terms: readonly PodAffinityTerm[]) {
    super(cluster, pod.signature, terms)
    this.podName = `${pod.signature.namespace}/${pod.name}`
    this.nodeNames = cluster.nodes.names
  }

  /** Where nobody matches a term yet, the first pod of its kind may go; of host names only this node counts. */
  judge(node: number): Judgement {
    for (const { term, inDomain, onNode, anywhere } of this.terms) {
      if (term.topologyKey === '') return { error: this.emptyKey(node) }
      if (inDomain.has(node)) continue
      const others = term.topologyKey === HOSTNAME ? onNode[node] : anywhere
      if (others > 0 || !termSelects(term, this.incoming, this.incoming)) return 'violated'
    }
    return 'met'
  }

  private emptyKey(node: number): string {
    const where = `pod ${this.podName} onto node ${this.nodeNames[node]}`
    return `Cannot schedule ${where}, because of PodAffinityTerm, err: ${EMPTY_KEY}`
  }
}
