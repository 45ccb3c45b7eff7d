import type { Cluster } from '../snapshot/cluster.ts'
import type { PodSignature } from '../snapshot/pods/pod-signature.ts'
import type { Plugin } from './framework/plugin.ts'
import type { Profile } from './framework/profile.ts'

interface KnownKey {
  /** Sets of affinity terms that there were. */
  readonly terms: number
  readonly key: string
}

/**
 * Tells which pods one profile cannot tell apart: those of one template of whose namespace and labels
 * all its plugins make the same. Pods that differ only by labels that no rule reads share one key.
 */
export class CycleStateKeys {
  private readonly cluster: Cluster
  private readonly profile: Profile
  private readonly readers: readonly Plugin[]
  /** Some plugin may read anything of the identity. */
  private readonly needsWhole: boolean
  private readonly known: (KnownKey | undefined)[] = []

  constructor(cluster: Cluster, profile: Profile) {
    this.cluster = cluster
    this.profile = profile
    const plugins = new Set([
      ...profile.preFilter,
      ...profile.filter,
      ...profile.score.map(({ plugin }) => plugin),
    ])
    this.readers = [...plugins]
    this.needsWhole = this.readers.some(({ readsOfIdentity }) => readsOfIdentity === undefined)
  }

  /** A key holds as long as no pod with new affinity terms comes; then it may be another. */
  of(pod: PodSignature): string {
    const terms = this.cluster.distinctTerms.length
    const known = this.known[pod.id]
    if (known?.terms === terms) return known.key
    const key = this.make(pod)
    this.known[pod.id] = { terms, key }
    return key
  }

  private make(pod: PodSignature): string {
    const { schedulerName } = this.profile
    if (this.needsWhole) return `${schedulerName} ${pod.id}`
    let key = `${schedulerName} template ${pod.templateId}`
    for (const { name, readsOfIdentity } of this.readers) {
      const read = readsOfIdentity?.(this.cluster, pod) ?? ''
      if (read !== '') key += ` ${name} ${read}`
    }
    return key
  }
}
