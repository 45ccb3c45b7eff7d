import { type ControlledNode, conditionOf, type NodeCondition } from './cluster/controlled-node.ts'
import type { ControlledPod } from './cluster/controlled-pod.ts'
import type { TaintWithTime } from './cluster/taint-with-time.ts'

/** What a controller tells of a pod or a node, as an Event object. */
export interface ControllerEvent {
  readonly atMs: number
  readonly pod: ControlledPod | null
  readonly node: string | null
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly source: 'taint-eviction-controller' | 'node-controller'
}

export interface TaintChange {
  readonly atMs: number
  readonly node: string
  readonly op: 'add' | 'remove' | 'update'
  readonly taint: TaintWithTime
  readonly because: string
}

export interface ConditionChange {
  readonly atMs: number
  readonly node: string
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly by: 'kubelet' | 'node-lifecycle-controller'
}

/** A pod whose condition Ready the controller sets to False. */
export interface ReadinessChange {
  readonly atMs: number
  readonly pod: ControlledPod
}

/** A zone's new state; `zone` is null when it is about all zones at once. */
export interface ZoneChange {
  readonly atMs: number
  readonly zone: string | null
  readonly state: string
  /** How many nodes of the zone are tainted NoExecute a second. */
  readonly nodesPerSecond: number | null
  readonly message: string
}

/** Where an answer differs from what the founding articles or habit would expect; each is told once. */
export interface ControllerNotice {
  readonly code: string
  readonly message: string
}

/** Everything that happened, in order. */
export class Journal {
  readonly events: ControllerEvent[] = []
  readonly taints: TaintChange[] = []
  readonly conditions: ConditionChange[] = []
  readonly readiness: ReadinessChange[] = []
  readonly zones: ZoneChange[] = []
  private readonly noticesByCode = new Map<string, ControllerNotice>()

  notice(code: string, message: string): void {
    if (!this.noticesByCode.has(code)) this.noticesByCode.set(code, { code, message })
  }

  /** Those of a node's new conditions that differ from its own. */
  addConditions(
    atMs: number,
    node: ControlledNode,
    conditions: readonly NodeCondition[],
    by: ConditionChange['by'],
  ): void {
    for (const { type, status, reason, message } of conditions) {
      const old = conditionOf(node.conditions, type)
      if (old?.status === status && old.reason === reason) continue
      this.conditions.push({ atMs, node: node.name, type, status, reason, message, by })
    }
  }

  get notices(): readonly ControllerNotice[] {
    return [...this.noticesByCode.values()]
  }
}
