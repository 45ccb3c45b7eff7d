import type { ControlledCluster } from '../cluster/controlled-cluster.ts'
import type { ControlledPod } from '../cluster/controlled-pod.ts'
import { Rank, type Timeline } from '../timeline.ts'
import { graceSecondsOf, removalSecondsOf } from './grace-period.ts'

/** A pod that was asked to go. */
export interface Removal {
  readonly gracePeriodSeconds: number
  /** When nothing of it holds its node any longer, at the latest; null: not before somebody acts. */
  freeByMs: number | null
}

/** Deleted pods stay on their node until its kubelet has stopped their containers. */
export class PodRemover {
  readonly removals: Map<ControlledPod, Removal> = new Map()
  private readonly cluster: ControlledCluster
  private readonly timeline: Timeline
  /** Pods whose kubelet does not answer, by node. */
  private readonly waiting = new Map<string, Set<ControlledPod>>()

  constructor(cluster: ControlledCluster, timeline: Timeline) {
    this.cluster = cluster
    this.timeline = timeline
  }

  /** A plain delete call; of a pod that is going already it changes nothing. */
  deletePod(pod: ControlledPod): Removal {
    const standing = this.removals.get(pod)
    if (standing !== undefined) return standing
    const gracePeriodSeconds = graceSecondsOf(pod)
    const removal: Removal = { gracePeriodSeconds, freeByMs: null }
    this.removals.set(pod, removal)
    if (gracePeriodSeconds > 0) this.stopContainers(pod)
    else this.free(pod)
    return removal
  }

  /** A kubelet that came back learns what it has to stop. */
  kubeletStarted(nodeName: string): void {
    const pods = this.waiting.get(nodeName)
    this.waiting.delete(nodeName)
    for (const pod of pods ?? []) this.stopContainers(pod)
  }

  private stopContainers(pod: ControlledPod): void {
    if (!this.isAnswering(pod)) return this.wait(pod)
    const removal = this.removals.get(pod)
    const freeByMs = this.timeline.nowMs + removalSecondsOf(pod) * 1000
    if (removal !== undefined) removal.freeByMs = freeByMs
    this.timeline.at(freeByMs, Rank.timer, () => {
      if (this.isAnswering(pod)) this.free(pod)
      else this.wait(pod)
    })
  }

  private wait(pod: ControlledPod): void {
    const removal = this.removals.get(pod)
    if (removal !== undefined) removal.freeByMs = null
    const pods = this.waiting.get(pod.nodeName) ?? new Set()
    this.waiting.set(pod.nodeName, pods.add(pod))
  }

  private free(pod: ControlledPod): void {
    const removal = this.removals.get(pod)
    // The mirror goes, the static pod runs on.
    if (removal !== undefined) removal.freeByMs = pod.isMirror ? null : this.timeline.nowMs
    this.cluster.removePod(pod)
  }

  private isAnswering({ nodeName }: ControlledPod): boolean {
    return this.cluster.nodes.get(nodeName)?.kubelet.isAlive === true
  }
}
