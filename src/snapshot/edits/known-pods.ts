import type { Pod } from '../pods/pod.ts'
import { FIRST_TO_DECIDE } from '../pods/pod-reader.ts'
import type { PodMembership } from '../workloads/pod-groups.ts'

/** A pod of the snapshot, also one that counts nowhere. */
export interface KnownPod {
  /** Order of appearance. */
  readonly index: number
  /** Null: it has finished, or waits without a promise of a node. */
  readonly pod: Pod | null
  /** Empty while it waits. */
  readonly nodeName: string
  /** Null: it has finished, and is in no group. */
  readonly membership: PodMembership | null
}

/** The pods of a cluster by namespace and name, for those that come to edit it. */
export class KnownPods {
  private readonly byName = new Map<string, KnownPod>()
  private nextIndex = 0
  private nextToDecide = FIRST_TO_DECIDE

  get(key: string): KnownPod | null {
    return this.byName.get(key) ?? null
  }

  /** Null: there is none any more. */
  set(key: string, pod: KnownPod | null): void {
    if (pod === null) this.byName.delete(key)
    else {
      if (pod.index < 0) this.nextToDecide = Math.max(this.nextToDecide, pod.index + 1)
      else this.nextIndex = Math.max(this.nextIndex, pod.index + 1)
      this.byName.set(key, pod)
    }
  }

  /** A pod that is there keeps its place in the order of appearance, others come last. */
  indexFor(key: string): number {
    return this.byName.get(key)?.index ?? this.nextIndex++
  }

  indexToDecide(): number {
    return this.nextToDecide++
  }
}
