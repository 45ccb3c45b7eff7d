import { backOffMs, compareInQueue, type QueueRules } from '../scheduler/around/queue-rules.ts'
import { isWokenBy, type QueueingEvent } from '../scheduler/around/queueing-hints.ts'

/** A pod that waits to be decided, or pods that are decided together. */
export interface WaitingEntity {
  readonly key: string
  readonly priority: number
  readonly sinceMs: number
  /** Failed attempts in a row. */
  readonly failures: number
  /** When its back-off is over. */
  readonly readyMs: number
  /**
   * It fits nowhere until something happens of which these plugins are told, or it has waited long;
   * null: it is tried again when its back-off is over.
   */
  readonly rejectedBy: readonly string[] | null
  /** It may not be tried before something happens. */
  readonly isGated: boolean
}

const WOKEN = { rejectedBy: null, isGated: false } as const

/**
 * Pods in queue order, with the back-off of kube-scheduler. A pod that fits nowhere is woken by events
 * that a plugin registers for which rejected it; whether the event helps is found out by trying, where
 * kube-scheduler's hints ask the object first.
 */
export class WaitingPods {
  private readonly rules: QueueRules
  private readonly byKey = new Map<string, WaitingEntity>()

  constructor(rules: QueueRules) {
    this.rules = rules
  }

  get(key: string): WaitingEntity | undefined {
    return this.byKey.get(key)
  }

  /** A pod that came or changed: a change is a reason to try again. */
  put(key: string, priority: number, nowMs: number): void {
    const { sinceMs = nowMs, failures = 0, readyMs = nowMs } = this.byKey.get(key) ?? {}
    this.byKey.set(key, { key, priority, sinceMs, failures, readyMs, ...WOKEN })
  }

  delete(key: string): void {
    this.byKey.delete(key)
  }

  /** The attempt failed; `rejectedBy` null: not for what the cluster is, so that no event is waited for. */
  failed(pod: WaitingEntity, nowMs: number, rejectedBy: readonly string[] | null): void {
    const failures = pod.failures + 1
    const readyMs = nowMs + backOffMs(failures, this.rules)
    this.byKey.set(pod.key, { ...pod, failures, readyMs, rejectedBy, isGated: false })
  }

  /** It was not tried, which is no failure, and waits for events of these plugins, or for `retry`. */
  gated(pod: WaitingEntity, nowMs: number, rejectedBy: readonly string[] = []): void {
    this.byKey.set(pod.key, { ...pod, readyMs: nowMs, rejectedBy, isGated: true })
  }

  /** Something happened that concerns this pod: it is tried as soon as its back-off is over. */
  retry(key: string): void {
    const pod = this.byKey.get(key)
    if (pod !== undefined && pod.rejectedBy !== null) {
      this.byKey.set(key, { ...pod, ...WOKEN })
    }
  }

  /** Something happened in the cluster that may help. */
  wake(events: readonly QueueingEvent[]): void {
    const { minor } = this.rules
    for (const [key, { rejectedBy }] of this.byKey) {
      if (rejectedBy === null) continue
      const isWoken = minor === null || events.some((event) => isWokenBy(event, rejectedBy, minor))
      if (isWoken) this.retry(key)
    }
  }

  /** How many wait, by what they wait for. */
  counts(nowMs: number): Record<'active' | 'backoff' | 'unschedulable' | 'gated', number> {
    const counts = { active: 0, backoff: 0, unschedulable: 0, gated: 0 }
    for (const { rejectedBy, readyMs, isGated } of this.byKey.values()) {
      if (isGated) counts.gated++
      else if (rejectedBy !== null) counts.unschedulable++
      else if (readyMs > nowMs) counts.backoff++
      else counts.active++
    }
    return counts
  }

  /** Those whose turn it is, the first first. */
  ready(nowMs: number): WaitingEntity[] {
    const { flushMs } = this.rules
    const all = [...this.byKey.values()].filter(
      ({ readyMs, rejectedBy }) =>
        readyMs <= nowMs &&
        (rejectedBy === null || (flushMs !== null && nowMs - readyMs > flushMs)),
    )
    return all.sort((a, b) => compareInQueue(a, b, this.rules))
  }
}
