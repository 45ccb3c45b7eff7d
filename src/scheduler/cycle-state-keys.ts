import type { Cluster } from '../snapshot/cluster.ts'
import type { PodSignature } from '../snapshot/pods/pod-signature.ts'
import type { Plugin } from './framework/plugin.ts'
import type { Profile } from './framework/profile.ts'

/** Pods with the same `whole` share all findings, with the same `shape` all but what they ask for. */
export interface CycleStateKey {
  readonly whole: string
  /** Null where some plugin does not follow from one request to another. */
  readonly shape: string | null
}

interface KnownKey {
  /** Sets of affinity terms that there were. */
  terms: number
  readonly key: CycleStateKey
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
  private readonly followsRequests: boolean
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
    this.followsRequests = this.readers.every((plugin) => plugin.followsRequests === true)
    this.needsWhole = this.readers.some(({ readsOfIdentity }) => readsOfIdentity === undefined)
  }

  /** A key holds as long as no pod with new affinity terms comes; then it may be another. */
  of(pod: PodSignature): CycleStateKey {
    const terms = this.cluster.distinctTerms.length
    const known = this.known[pod.id]
    if (known !== undefined && !this.isReadAnew(pod, known.terms)) {
      known.terms = terms
      return known.key
    }
    const key = this.make(pod)
    this.known[pod.id] = { terms, key }
    return key
  }

  private isReadAnew(pod: PodSignature, since: number): boolean {
    if (since === this.cluster.distinctTerms.length) return false
    return this.readers.some(
      (plugin) => plugin.readsTermsSince?.(this.cluster, pod, since) === true,
    )
  }

  private make(pod: PodSignature): CycleStateKey {
    const { schedulerName } = this.profile
    if (this.needsWhole) return { whole: `${schedulerName} ${pod.id}`, shape: null }
    let identity = ''
    for (const { name, readsOfIdentity } of this.readers) {
      const read = readsOfIdentity?.(this.cluster, pod) ?? ''
      if (read !== '') identity += ` ${name} ${read}`
    }
    return {
      whole: `${schedulerName} template ${pod.templateId}${identity}`,
      shape: this.followsRequests ? `${schedulerName} shape ${pod.shapeId}${identity}` : null,
    }
  }
}
