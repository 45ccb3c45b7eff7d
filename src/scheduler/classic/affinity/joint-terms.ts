import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { AffinityRule, Judgement, PodChange } from './affinity-rule.ts'
import { DomainCounts, jointDomains } from './domain-counts.ts'
import { allTermsSelect } from './term-match.ts'

/** 1.11: pods that match all terms, and whose node shares all their topologies with the node. */
class JointTerms {
  protected readonly terms: readonly PodAffinityTerm[]
  protected readonly incoming: PodSignature
  protected readonly counts: DomainCounts
  private readonly matches: (boolean | undefined)[] = []

  constructor({ nodes }: Cluster, incoming: PodSignature, terms: readonly PodAffinityTerm[]) {
    this.terms = terms
    this.incoming = incoming
    this.counts = new DomainCounts(
      jointDomains(
        nodes,
        terms.map(({ topologyKey }) => topologyKey),
      ),
    )
  }

  get isIdle(): boolean {
    return this.terms.length === 0
  }

  protected isMatch(pod: PodSignature): boolean {
    this.matches[pod.id] ??= allTermsSelect(this.terms, this.incoming, pod)
    return this.matches[pod.id] === true
  }
}

/** Keeps apart from pods only if one node has pods that match every term. */
export class JointAntiAffinity extends JointTerms implements AffinityRule {
  podChanged({ signature }: Pod, node: number, sign: 1 | -1): void {
    if (this.isMatch(signature)) this.counts.add(node, sign)
  }

  judge(node: number): Judgement {
    return this.counts.has(node) ? 'violated' : 'met'
  }
}

/** Wants pods that match every term; the first of its kind may go anywhere. */
export class JointAffinity extends JointTerms implements AffinityRule {
  private readonly matchesOnNode: Int32Array
  /** Nodes on upstream's list of nodes with such pods. In a dry run they stay on it when emptied. */
  private readonly isListed: Uint8Array
  private listed = 0
  /** For every pod that a dry run added: whether that put its node on the list. */
  private readonly listedByTrial: boolean[] = []

  constructor(cluster: Cluster, incoming: PodSignature, terms: readonly PodAffinityTerm[]) {
    super(cluster, incoming, terms)
    this.matchesOnNode = new Int32Array(cluster.nodes.count)
    this.isListed = new Uint8Array(cluster.nodes.count)
  }

  podChanged({ signature }: Pod, node: number, sign: 1 | -1, change: PodChange): void {
    if (!this.isMatch(signature)) return
    this.counts.add(node, sign)
    this.matchesOnNode[node] += sign
    if (change === 'undone') {
      if (sign === -1 && this.listedByTrial.pop()) this.list(node, false)
      return
    }
    const isNew = sign === 1 && this.isListed[node] === 0
    if (isNew) this.list(node, true)
    if (change === 'tried') {
      if (sign === 1) this.listedByTrial.push(isNew)
    } else if (this.matchesOnNode[node] === 0) {
      this.list(node, false)
    }
  }

  private list(node: number, isListed: boolean): void {
    this.isListed[node] = Number(isListed)
    this.listed += isListed ? 1 : -1
  }

  judge(node: number): Judgement {
    if (this.isIdle || this.counts.has(node)) return 'met'
    return this.listed === 0 && this.isMatch(this.incoming) ? 'met' : 'violated'
  }
}
