import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodSignature } from '../snapshot/pods/pod-signature.ts'
import { CachedCycleState } from './cached-cycle-state.ts'
import { type CycleStateKey, CycleStateKeys } from './cycle-state-keys.ts'
import type { Profile } from './framework/profile.ts'

/** Rows of all kept states together, each of some 80 bytes. */
const KEPT_ROWS_MAX = 3_000_000
/** Kept however many nodes there are. */
const KEPT_MIN = 16
/** To make a state anew takes as long as to let one follow so often. */
const RETURNS_MIN = 8
/** Keys whose states followed to other pods, and that are remembered. */
const GIVEN_UP_MAX = 1024

interface Kept {
  /** Of the pod that the state is of: its key must still be the one it is kept under. */
  readonly signature: PodSignature
  /** Of the pod that it was made for, before it followed: what plugins read of a pod but its requests is of this one. */
  readonly madeFor: PodSignature
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
  /** By key: how often its state followed to another pod, of those that came first first. */
  private readonly givenUp = new Map<string, number>()
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
    this.givenUp.clear()
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
      if (isStillOf(keys, kept, key) && this.isBroughtTo(pod, kept.state)) {
        this.add(kept)
        return kept.state
      }
    }
    const { signature } = pod
    const { state, madeFor } = this.followed(keys, key, pod) ?? {
      state: new CachedCycleState(this.cluster, profile, pod),
      madeFor: signature,
    }
    this.add({ signature, madeFor, key, state })
    const [oldest] = this.byKey.values()
    if (this.byKey.size > this.keptMax && oldest !== undefined) this.remove(oldest)
    return state
  }

  /**
   * The state of a pod that asks for more or less, brought to this one. A pod that returns again and
   * again gets one of its own.
   */
  private followed(keys: CycleStateKeys, { shape, whole }: CycleStateKey, pod: Pod) {
    const [oldest] = (shape === null ? undefined : this.byShape.get(shape)) ?? []
    const returns = this.givenUp.get(whole) ?? 0
    if (oldest === undefined || returns >= RETURNS_MIN) return null
    this.remove(oldest)
    if (keys.of(oldest.madeFor).shape !== shape) return null
    this.giveUp(oldest.key.whole)
    return oldest.state.follow(pod) ? oldest : null
  }

  private isBroughtTo(pod: Pod, state: CachedCycleState): boolean {
    if (state.isPerPod) return state.follow(pod)
    state.catchUp()
    return true
  }

  private giveUp(key: string): void {
    const { givenUp } = this
    givenUp.set(key, (givenUp.get(key) ?? 0) + 1)
    const [oldest] = givenUp.keys()
    if (givenUp.size > GIVEN_UP_MAX && oldest !== undefined) givenUp.delete(oldest)
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

/** Terms of pods that came since may tell pods apart that were alike. */
function isStillOf(
  keys: CycleStateKeys,
  { signature, madeFor }: Kept,
  key: CycleStateKey,
): boolean {
  if (keys.of(signature).whole !== key.whole) return false
  return madeFor === signature || keys.of(madeFor).shape === key.shape
}
