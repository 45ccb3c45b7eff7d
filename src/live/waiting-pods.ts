import { backOffMs, compareInQueue, type QueueRules } from '../scheduler/around/queue-rules.ts'

/** A pod that waits to be decided. */
export interface WaitingPod {
  readonly key: string
  readonly priority: number
  readonly sinceMs: number
  /** Failed attempts in a row. */
  readonly failures: number
  /** When its back-off is over. */
  readonly readyMs: number
  /** It fits nowhere until something happens in the cluster, or it has waited long. */
  readonly waitsForEvent: boolean
}

/**
 * Pods in queue order, with the back-off of kube-scheduler. Every event that may help some pod wakes
 * all that wait; kube-scheduler's queueing hints wake fewer, and change nothing else.
 */
export class WaitingPods {
  private readonly rules: QueueRules
  private readonly byKey = new Map<string, WaitingPod>()

  constructor(rules: QueueRules) {
    this.rules = rules
  }

  get size(): number {
    return this.byKey.size
  }

  get(key: string): WaitingPod | undefined {
    return this.byKey.get(key)
  }

  /** A pod that came or changed: a change is a reason to try again. */
  put(key: string, priority: number, nowMs: number): void {
    const { sinceMs = nowMs, failures = 0, readyMs = nowMs } = this.byKey.get(key) ?? {}
    const waitsForEvent = false
    this.byKey.set(key, { key, priority, sinceMs, failures, readyMs, waitsForEvent })
  }

  delete(key: string): void {
    this.byKey.delete(key)
  }

  /** The attempt failed; `error`: not for what the cluster is, so that no event is waited for. */
  failed(pod: WaitingPod, nowMs: number, error: boolean): void {
    const failures = pod.failures + 1
    const readyMs = nowMs + backOffMs(failures, this.rules)
    this.byKey.set(pod.key, { ...pod, failures, readyMs, waitsForEvent: !error })
  }

  /** Something happened that concerns this pod: it is tried as soon as its back-off is over. */
  retry(key: string): void {
    const pod = this.byKey.get(key)
    if (pod?.waitsForEvent) this.byKey.set(key, { ...pod, waitsForEvent: false })
  }

  /** Something happened in the cluster that may help. */
  wake(): void {
    for (const key of this.byKey.keys()) this.retry(key)
  }

  /** Those whose turn it is, the first first. */
  ready(nowMs: number): WaitingPod[] {
    const { flushMs } = this.rules
    const all = [...this.byKey.values()].filter(
      ({ readyMs, waitsForEvent }) =>
        readyMs <= nowMs && (!waitsForEvent || (flushMs !== null && nowMs - readyMs > flushMs)),
    )
    return all.sort((a, b) => compareInQueue(a, b, this.rules))
  }
}
