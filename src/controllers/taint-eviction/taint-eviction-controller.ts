import type { ControlledCluster, Watcher } from '../cluster/controlled-cluster.ts'
import type { ControlledNode } from '../cluster/controlled-node.ts'
import { type ControlledPod, keyOf, type TimedToleration } from '../cluster/controlled-pod.ts'
import { areEqualTaints, type TaintWithTime } from '../cluster/taint-with-time.ts'
import type { Journal } from '../journal.ts'
import { type Appointment, Rank, type Timeline } from '../timeline.ts'
import { judgeTaints } from './matching-tolerations.ts'

/** Why a pod is deleted, or will be. */
export interface EvictionCause {
  readonly taint: TaintWithTime
  /** null: nothing tolerates the taint. */
  readonly toleration: TimedToleration | null
}

/** What the controller thinks of a pod that it has looked at. */
export type PodFate =
  | { readonly kind: 'endless' | 'taintsGone' | 'noTaints' | 'evicted' }
  | { readonly kind: 'scheduled'; readonly fireAtMs: number; readonly cause: EvictionCause }

interface ScheduledEviction {
  readonly appointment: Appointment
  readonly fireAtMs: number
}

/** A node's taints from an instant on. */
export interface TaintsSince {
  readonly sinceMs: number
  readonly taints: readonly TaintWithTime[]
}

const SOURCE = 'taint-eviction-controller'
const REASON = 'TaintManagerEviction'

export interface TaintEvictionOptions {
  readonly cluster: ControlledCluster
  readonly timeline: Timeline
  readonly journal: Journal
  /** Condition and delete call, once a pod's time has come. */
  readonly deletePod: (pod: ControlledPod, cause: EvictionCause) => void
}

/** pkg/controller/tainteviction of Kubernetes 1.37: NoExecute taints delete the pods of a node. */
export class TaintEvictionController implements Watcher {
  private readonly options: TaintEvictionOptions
  /** Upstream's taintedNodes: the NoExecute taints of nodes that have any. */
  private readonly taintedNodes = new Map<string, readonly TaintWithTime[]>()
  private readonly scheduled = new Map<string, ScheduledEviction>()
  readonly fates: Map<ControlledPod, PodFate> = new Map()
  private isReplaying = false

  constructor(options: TaintEvictionOptions) {
    this.options = options
  }

  nodeUpdated(node: ControlledNode): void {
    this.handleNode(node, node.taints, this.options.timeline.nowMs)
  }

  /**
   * What the controller must have seen before the start: the node's taints one after another, by the
   * time that each says it was added. Nothing is told of it.
   */
  replay(node: ControlledNode, history: readonly TaintsSince[]): void {
    this.isReplaying = true
    for (const { sinceMs, taints } of history) this.handleNode(node, taints, sinceMs)
    this.isReplaying = false
  }

  private handleNode(node: ControlledNode, all: readonly TaintWithTime[], nowMs: number): void {
    const taints = all.filter(({ effect }) => effect === 'NoExecute')
    const before = this.taintedNodes.get(node.name) ?? []
    if (areEqualTaints(before, taints)) return
    if (taints.length > 0) this.taintedNodes.set(node.name, taints)
    else this.taintedNodes.delete(node.name)
    const pods = this.options.cluster.podsOn(node.name)
    this.options.timeline.addWork(pods.length)
    for (const pod of pods) {
      // A pod is not seen before it is made.
      const sinceMs = Math.max(nowMs, Math.min(pod.createdAtMs ?? nowMs, 0))
      if (this.isReplaying && pod.isTerminating) continue
      if (taints.length > 0) this.process(pod, taints, this.isReplaying ? sinceMs : nowMs)
      else if (this.fates.has(pod)) this.cancel(pod, { kind: 'taintsGone' })
    }
  }

  /** Only forgets the node's taints: what is scheduled goes on. */
  nodeDeleted(node: ControlledNode): void {
    this.taintedNodes.delete(node.name)
  }

  podAdded(pod: ControlledPod): void {
    this.podUpdated(pod)
  }

  podUpdated(pod: ControlledPod): void {
    const taints = this.taintedNodes.get(pod.nodeName)
    if (taints !== undefined) this.process(pod, taints, this.options.timeline.nowMs)
  }

  /** processPodOnNode. */
  private process(pod: ControlledPod, taints: readonly TaintWithTime[], nowMs: number): void {
    const verdict = judgeTaints(taints, pod.tolerations)
    switch (verdict.kind) {
      case 'notTolerated':
        this.cancel(pod, { kind: 'evicted' })
        return this.fire(pod, { taint: verdict.taint, toleration: null })
      case 'endless':
        return this.cancel(pod, { kind: 'endless' })
      case 'limited': {
        const fireAtMs = nowMs + verdict.seconds * 1000
        this.schedule(pod, fireAtMs, verdict)
      }
    }
  }

  /**
   * Upstream compares the new time with one counted from when the eviction was scheduled, which is
   * always earlier, and returns: a scheduled eviction is never moved, neither earlier nor later.
   */
  private schedule(pod: ControlledPod, fireAtMs: number, cause: EvictionCause): void {
    const { journal, timeline } = this.options
    const standing = this.scheduled.get(keyOf(pod))
    if (standing !== undefined) {
      const message =
        'a scheduled eviction is never moved, neither earlier nor later: changed taints or ' +
        'tolerations cancel it, make it immediate, or change nothing'
      if (standing.fireAtMs !== fireAtMs) journal.notice('never-moved', message)
      return
    }
    if (fireAtMs <= timeline.nowMs) return this.fire(pod, cause)
    const appointment = timeline.at(fireAtMs, Rank.timer, () => {
      this.scheduled.delete(keyOf(pod))
      this.fire(pod, cause)
    })
    this.scheduled.set(keyOf(pod), { appointment, fireAtMs })
    this.fates.set(pod, { kind: 'scheduled', fireAtMs, cause })
  }

  private cancel(pod: ControlledPod, fate: PodFate): void {
    this.fates.set(pod, fate)
    const standing = this.scheduled.get(keyOf(pod))
    if (standing === undefined) return
    standing.appointment.cancel()
    this.scheduled.delete(keyOf(pod))
    if (!this.isReplaying) this.tell(pod, `Cancelling deletion of Pod ${keyOf(pod)}`)
  }

  private fire(pod: ControlledPod, cause: EvictionCause): void {
    if (this.options.cluster.pod(keyOf(pod)) !== pod) return
    this.fates.set(pod, { kind: 'evicted' })
    this.tell(pod, `Marking for deletion Pod ${keyOf(pod)}`)
    this.options.deletePod(pod, cause)
  }

  private tell(pod: ControlledPod, message: string): void {
    const { journal, timeline } = this.options
    const atMs = timeline.nowMs
    const event = { atMs, pod, node: null, type: 'Normal', reason: REASON, message } as const
    journal.events.push({ ...event, source: SOURCE })
  }
}
