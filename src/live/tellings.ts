import type { JsonObject } from '../snapshot/json/fields.ts'
import { type PodStatus, type PodWrites, podName } from './api-server/pod-writes.ts'
import { schedulerNameOf } from './pending-pod.ts'

/** Pods that are being told why they wait. */
const TELLINGS_MAX = 64

/** Tells pods in their status, and in events, what became of an attempt; each text once. */
export class Tellings {
  private readonly writes: PodWrites
  private readonly said = new Map<string, string>()
  private underWay = 0

  constructor(writes: PodWrites) {
    this.writes = writes
  }

  /** The API server has enough to answer for now. */
  get isBusy(): boolean {
    return this.underWay >= TELLINGS_MAX
  }

  /** False when the pod was told just that. */
  isNews(key: string, status: PodStatus): boolean {
    const text = JSON.stringify(status)
    if (this.said.get(key) === text) return false
    this.said.set(key, text)
    return true
  }

  forget(key: string): void {
    this.said.delete(key)
  }

  /** Who cannot be told now is told when something else is to be said. */
  tell(pod: JsonObject, status: PodStatus): void {
    const { scheduled } = status
    const told = [this.writes.tell(pod, status)]
    if (scheduled !== undefined) {
      const failed = { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling' } as const
      const schedulerName = schedulerNameOf(pod)
      told.push(
        this.writes.event(podName(pod), { ...failed, schedulerName, note: scheduled.message }),
      )
    }
    this.underWay++
    void Promise.allSettled(told).finally(() => this.underWay--)
  }
}
