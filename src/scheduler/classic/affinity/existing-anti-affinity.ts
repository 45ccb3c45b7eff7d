import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import type { AffinityRule, Judgement } from './affinity-rule.ts'
import { DomainCounts, labelDomains } from './domain-counts.ts'
import { termSelects } from './term-match.ts'

const EMPTY_KEY =
  'Empty topologyKey is not allowed except for PreferredDuringScheduling pod anti-affinity'

/** Pods that run keep others off their domain, by their own required anti-affinity. */
export class ExistingAntiAffinity implements AffinityRule {
  private readonly cluster: Cluster
  private readonly incoming: PodSignature
  private readonly mode: ClassicRelease['existingAntiAffinity']
  private readonly counts = new Map<string, DomainCounts>()
  private readonly keysOf: (readonly string[] | undefined)[] = []
  /** Pods whose topology key is empty: up to 1.11 they make every node an error. */
  private withoutKey = 0

  constructor(
    cluster: Cluster,
    incoming: PodSignature,
    mode: ClassicRelease['existingAntiAffinity'],
  ) {
    this.cluster = cluster
    this.incoming = incoming
    this.mode = mode
  }

  get isIdle(): boolean {
    if (this.withoutKey > 0) return false
    for (const { total } of this.counts.values()) if (total > 0) return false
    return true
  }

  podChanged({ signature }: Pod, node: number, sign: 1 | -1): void {
    for (const key of this.keys(signature)) {
      if (key === '') this.withoutKey += sign
      else this.countsOf(key).add(node, sign)
    }
  }

  private countsOf(key: string): DomainCounts {
    let counts = this.counts.get(key)
    if (counts === undefined) {
      counts = new DomainCounts(labelDomains(this.cluster.nodes, key))
      this.counts.set(key, counts)
    }
    return counts
  }

  private keys(owner: PodSignature): readonly string[] {
    this.keysOf[owner.id] ??= this.topologiesOf(owner)
    return this.keysOf[owner.id] ?? []
  }

  private topologiesOf(owner: PodSignature): string[] {
    const terms = owner.podAntiAffinity.required
    const selecting = terms.filter((term) => termSelects(term, owner, this.incoming))
    if (this.mode === 'matching-term') {
      const keys = selecting.map(({ topologyKey }) => topologyKey)
      return [...new Set(keys)].filter((key) => key !== '')
    }
    // A loop variable's address, kept up to 1.11, leaves every match with the pod's last term.
    return selecting.length === 0 ? [] : terms.slice(-1).map(({ topologyKey }) => topologyKey)
  }

  judge(node: number): Judgement {
    for (const counts of this.counts.values()) if (counts.has(node)) return 'violated'
    return this.withoutKey > 0 ? { error: EMPTY_KEY } : 'met'
  }
}
