import type { Preemption } from '../scheduler/preemption/preemption.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import type { PodName, PodWrites, Preemptor } from './api-server/pod-writes.ts'

/** Whom a pod, or a group of them, displaces. */
export interface Displacement {
  /** What room is made for, as it is in the queue. */
  readonly key: string
  readonly preemptor: Preemptor
  readonly schedulerName: string
  /** Where, in the words of the event. */
  readonly place: string
  readonly victims: readonly PodName[]
}

/** Makes room for pods: their victims are told why, and deleted (prepareCandidateAsync). */
export class Preemptions {
  private readonly writes: PodWrites
  /** By preemptor: victims of which the API server has not told yet that they go. */
  private readonly awaited = new Map<string, Set<string>>()
  private readonly underWay = new Set<Promise<void>>()

  constructor(writes: PodWrites) {
    this.writes = writes
  }

  /** Its victims still count: it must not look for others meanwhile. */
  isUnderWay(key: string): boolean {
    return this.awaited.has(key)
  }

  /** The API server tells that the pod goes, or is gone. */
  left(victim: string): void {
    for (const [key, victims] of this.awaited) {
      if (victims.delete(victim) && victims.size === 0) this.awaited.delete(key)
    }
  }

  /** `onFailure`: some victim stays, and the pod should be tried again. */
  start(displacement: Displacement, onFailure: (error: unknown) => void): void {
    const { key, victims } = displacement
    if (victims.length === 0) return
    this.awaited.set(key, new Set(victims.map(keyOf)))
    const preempting = this.preempt(displacement)
      .catch((error: unknown) => {
        this.awaited.delete(key)
        onFailure(error)
      })
      .finally(() => this.underWay.delete(preempting))
    this.underWay.add(preempting)
  }

  /** Until all that was begun is done. */
  async end(): Promise<void> {
    await Promise.all(this.underWay)
  }

  /** All at once; an error counts when all have ended. */
  private async preempt(displacement: Displacement): Promise<void> {
    const { preemptor, schedulerName, place, victims } = displacement
    const note = `Preempted by ${preemptor.kind.toLowerCase()} ${preemptor.uid} on node ${place}`
    const event = { type: 'Normal', reason: 'Preempted', action: 'Preempting', note } as const
    const ended = await Promise.allSettled(
      victims.map(async (victim) => {
        await this.writes.preempt(victim, schedulerName, preemptor.kind)
        await this.writes
          .event(victim, { ...event, schedulerName, related: preemptor })
          .catch(() => {})
      }),
    )
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }
}

/** By name, since records are used again; those that are leaving already need nobody to tell them. */
export function victimsOf({ candidates }: Preemption): PodName[] {
  const chosen = candidates.find(({ lostBy }) => lostBy === null)
  return stayingOf(chosen?.victims.map(({ pod }) => pod) ?? [])
}

export function stayingOf(victims: readonly Pod[]): PodName[] {
  return victims.filter(({ signature }) => !signature.terminating).map(nameOfPod)
}

export function nameOfPod({ signature: { namespace }, name, uid }: Pod): PodName {
  return { namespace, name, uid }
}

export function keyOf({ namespace, name }: Pick<PodName, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`
}
