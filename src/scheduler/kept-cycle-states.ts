import type { Cluster, Pod } from '../snapshot/cluster.ts'
import type { PodSignature } from '../snapshot/pods/pod-signature.ts'
import { CachedCycleState } from './cached-cycle-state.ts'
import { CycleStateKeys } from './cycle-state-keys.ts'
import type { Profile } from './framework/profile.ts'

/** Rows of all kept states together, each of some 200 bytes. */
const KEPT_ROWS_MAX = 1_500_000
/** Kept however many nodes there are. */
const KEPT_MIN = 16

interface Kept {
  /** Of the pod that the state was made for: its key must still be the one it is kept under. */
  readonly signature: PodSignature
  readonly state: CachedCycleState
}

/** What was found out about pods that are alike to a profile, the least recently used given up first. */
export class KeptCycleStates {
  private readonly cluster: Cluster
  private version: number
  private readonly byKey = new Map<string, Kept>()
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
    this.keys.clear()
  }

  private get keptMax(): number {
    return Math.max(KEPT_MIN, Math.floor(KEPT_ROWS_MAX / Math.max(1, this.cluster.nodes.count)))
  }

  /** The state for a pod, as of now: kept and caught up, or made anew. */
  of(profile: Profile, pod: Pod): CachedCycleState {
    this.followEdits()
    const keys = this.keysOf(profile)
    const key = keys.of(pod.signature)
    const kept = this.byKey.get(key)
    this.byKey.delete(key)
    if (kept !== undefined && !kept.state.isPerPod && keys.of(kept.signature) === key) {
      kept.state.catchUp()
      this.byKey.set(key, kept)
      return kept.state
    }
    const state = new CachedCycleState(this.cluster, profile, pod)
    this.byKey.set(key, { signature: pod.signature, state })
    const [oldest] = this.byKey.keys()
    if (this.byKey.size > this.keptMax && oldest !== undefined) this.byKey.delete(oldest)
    return state
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
