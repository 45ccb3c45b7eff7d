import { backOffEnd, compareInQueue, type QueueRules } from '../../scheduler/around/queue-rules.ts'
import { isWokenBy } from '../../scheduler/around/queueing-hints.ts'
import { Rank, type Timeline } from '../timeline.ts'
import type { SimulatedPod } from './simulated-pod.ts'

export interface SimulatedQueueParts {
  readonly timeline: Timeline
  readonly rules: QueueRules
  /** Of every simulated time: what release and caller call now. */
  readonly startMs: number
  /** Tries the pods whose turn it is, in their order. */
  readonly tryAll: (active: readonly SimulatedPod[]) => void
}

/**
 * The scheduler's queue over simulated time. A pod that fits nowhere waits for an event, then for the
 * end of its back-off; in releases without events for the back-off alone.
 */
export class SimulatedQueue {
  private readonly timeline: Timeline
  private readonly rules: QueueRules
  private readonly startMs: number
  private readonly tryAll: (active: readonly SimulatedPod[]) => void
  private readonly waiting = new Set<SimulatedPod>()
  private isPassDue = false

  constructor({ timeline, rules, startMs, tryAll }: SimulatedQueueParts) {
    this.timeline = timeline
    this.rules = rules
    this.startMs = startMs
    this.tryAll = tryAll
  }

  /** The pod is tried at this instant. */
  add(one: SimulatedPod): void {
    one.state = 'active'
    this.waiting.add(one)
    this.callPass()
  }

  /** The pod has a node, has ended, or is nobody's to try. */
  remove(one: SimulatedPod): void {
    this.waiting.delete(one)
  }

  /** Once an instant, when all else of it has happened. */
  callPass(): void {
    if (this.isPassDue) return
    this.isPassDue = true
    this.timeline.at(this.timeline.nowMs, Rank.taintingPass, () => {
      this.isPassDue = false
      this.tryAll(this.active())
    })
  }

  private active(): SimulatedPod[] {
    const place = (one: SimulatedPod) => ({
      priority: one.pod.signature.priority,
      sinceMs: one.waitsSinceMs,
    })
    const active = [...this.waiting].filter(({ state }) => state === 'active')
    return active.sort(
      (a, b) =>
        Number(a.isEarly) - Number(b.isEarly) ||
        compareInQueue(place(a), place(b), this.rules) ||
        a.serial - b.serial,
    )
  }

  /** An attempt failed. */
  failed(one: SimulatedPod, isError: boolean): void {
    const { flushMs } = this.rules
    one.failures++
    one.waitsSinceMs = this.timeline.nowMs
    one.state = isError || flushMs === null ? 'backingOff' : 'unschedulable'
    if (one.state === 'backingOff') this.comeBack(one, this.backOffEnd(one))
    else if (flushMs !== null) this.flush(one, flushMs)
  }

  /** Something happened that may help pods that fit nowhere: they are tried once their back-off is over. */
  wake(resource: string, action: string): void {
    const event = { resource, action }
    const { minor, popsFromBackOff } = this.rules
    if (minor === null) return
    for (const one of this.waiting) {
      if (one.state !== 'unschedulable' || !isWokenBy(event, one.rejectedBy, minor)) continue
      const endMs = this.backOffEnd(one)
      one.isEarly = endMs > this.timeline.nowMs
      // Where nothing else is left to try, back-offs are cut short.
      if (!one.isEarly || popsFromBackOff) {
        this.add(one)
        continue
      }
      one.state = 'backingOff'
      this.comeBack(one, endMs)
    }
  }

  /** When the back-off is over, unless it was tried before. */
  private comeBack(one: SimulatedPod, endMs: number): void {
    const { attempts } = one
    this.timeline.at(endMs, Rank.timer, () => {
      if (one.state === 'backingOff' && one.attempts === attempts) this.add(one)
    })
  }

  /** Without any event a pod is tried again after so long; one appointment a pod is enough. */
  private flush(one: SimulatedPod, flushMs: number): void {
    if (one.isToBeFlushed) return
    one.isToBeFlushed = true
    this.timeline.at(one.waitsSinceMs + flushMs, Rank.timer, () => {
      one.isToBeFlushed = false
      if (one.state !== 'unschedulable') return
      if (one.waitsSinceMs + flushMs <= this.timeline.nowMs) this.add(one)
      else this.flush(one, flushMs)
    })
  }

  private backOffEnd({ waitsSinceMs, failures }: SimulatedPod): number {
    return backOffEnd(this.startMs + waitsSinceMs, failures, this.rules) - this.startMs
  }
}
