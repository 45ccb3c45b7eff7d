import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodSignature } from '../snapshot/pods/pod-signature.ts'
import { CachedCycleState } from './cached-cycle-state.ts'
import { type CycleStateKey, CycleStateKeys } from './cycle-state-keys.ts'
import type { Profile } from './framework/profile.ts'

/** Rows of all kept states together, each of some 200 bytes. */
const KEPT_ROWS_MAX = 1_500_000
/** Kept however many nodes there are. */
const KEPT_MIN = 16
/** Of pods that differ only in how much they ask for: from then on one state follows to the next. */
const KEPT_A_SHAPE = 8

interface Kept {
  /** Of the pod that the state was made for: its key must still be the one it is kept under. */
  readonly signature: PodSignature
  readonly key: CycleStateKey
  readonly state: CachedCycleState
}

/** What was found out about pods that are alike to a profile, the least recently used given up first. */
export class KeptCycleStates {
  private readonly cluster: Cluster
  private version: number
  /** The least recently used first, as in the sets by shape. */
  private readonly byKey = new Map<string, Kept>()
  private readonly byShape = new Map<string, Set<Kept>>()
  private readonly keys = new Map<Profile, CycleStateKeys>()

  constructor(cluster: Cluster) {
    this.cluster = cluster
    this.version = cluster.version
  }

  /** With other nodes or objects nothing that was found out holds. */
  private followEdits(): void {
    const { version } = this.cluster
    if (this.version === version) return
    this.version = version
    this.byKey.clear()
    this.byShape.clear()
    this.keys.clear()
  }

  private get keptMax(): number {
    return Math.max(KEPT_MIN, Math.floor(KEPT_ROWS_MAX / Math.max(1, this.cluster.nodes.count)))
  }

  /** The state for a pod, as of now: kept and caught up, brought to it from one like it, or made anew. */
  of(profile: Profile, pod: Pod): CachedCycleState {
    this.followEdits()
    const keys = this.keysOf(profile)
    const key = keys.of(pod.signature)
    const kept = this.byKey.get(key.whole)
    if (kept !== undefined) {
      this.remove(kept)
      if (!kept.state.isPerPod && keys.of(kept.signature).whole === key.whole) {
        kept.state.catchUp()
        this.add(kept)
        return kept.state
      }
    }
    const state = this.followed(keys, key, pod) ?? new CachedCycleState(this.cluster, profile, pod)
    this.add({ signature: pod.signature, key, state })
    const [oldest] = this.byKey.values()
    if (this.byKey.size > this.keptMax && oldest !== undefined) this.remove(oldest)
    return state
  }

  /** The state of a pod that asks for more or less, brought to this one. */
  private followed(keys: CycleStateKeys, { shape }: CycleStateKey, pod: Pod) {
    const alike = shape === null ? undefined : this.byShape.get(shape)
    const [oldest] = alike ?? []
    if (alike === undefined || oldest === undefined || alike.size < KEPT_A_SHAPE) return null
    this.remove(oldest)
    if (keys.of(oldest.signature).shape !== shape) return null
    oldest.state.follow(pod)
    return oldest.state
  }

  private add(kept: Kept): void {
    const { whole, shape } = kept.key
    this.byKey.set(whole, kept)
    if (shape === null || !kept.state.mayFollow) return
    const alike = this.byShape.get(shape)
    if (alike === undefined) this.byShape.set(shape, new Set([kept]))
    else alike.add(kept)
  }

  private remove(kept: Kept): void {
    const { whole, shape } = kept.key
    this.byKey.delete(whole)
    const alike = shape === null ? undefined : this.byShape.get(shape)
    alike?.delete(kept)
    if (shape !== null && alike?.size === 0) this.byShape.delete(shape)
  }

  private keysOf(profile: Profile): CycleStateKeys {
    let keys = this.keys.get(profile)
    if (keys === undefined) {
      keys = new CycleStateKeys(this.cluster, profile)
      this.keys.set(profile, keys)
    }
    return keys
  }
}
