import type { ControlledPod } from '../cluster/controlled-pod.ts'
import type { Journal } from '../journal.ts'
import type { Timeline } from '../timeline.ts'

const SOURCE = 'node-controller'

/** What the controller tells of nodes and of the pods on them (pkg/controller/util/node). */
export class NodeEvents {
  private readonly journal: Journal
  private readonly timeline: Timeline

  constructor(journal: Journal, timeline: Timeline) {
    this.journal = journal
    this.timeline = timeline
  }

  registered(node: string): void {
    this.tell(node, 'RegisteredNode', `Node ${node} event: Registered Node ${node} in Controller`)
  }

  removing(node: string): void {
    this.tell(node, 'RemovingNode', `Node ${node} event: Removing Node ${node} from Controller`)
  }

  notReady(node: string): void {
    this.tell(node, 'NodeNotReady', `Node ${node} status is now: NodeNotReady`)
  }

  /** MarkPodsNotReady: only pods whose condition Ready is there and not False yet. */
  markPodsNotReady(pods: readonly ControlledPod[]): void {
    const atMs = this.timeline.nowMs
    for (const pod of pods) {
      if (pod.isReady !== true) continue
      pod.isReady = false
      this.journal.readiness.push({ atMs, pod })
      const event = { atMs, pod, node: null, type: 'Warning', source: SOURCE } as const
      this.journal.events.push({ ...event, reason: 'NodeNotReady', message: 'Node is not ready' })
    }
  }

  private tell(node: string, reason: string, message: string): void {
    const atMs = this.timeline.nowMs
    const event = { atMs, pod: null, node, type: 'Normal', source: SOURCE } as const
    this.journal.events.push({ ...event, reason, message })
  }
}
