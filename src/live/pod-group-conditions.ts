import { reasonOf } from '../reason-of.ts'
import type { PodGroupOutcome } from '../scheduler/gang/gang-cycle.ts'
import { conditionOf, nextCondition, withCondition } from './api-server/condition.ts'
import type { ObjectWrites } from './api-server/object-writes.ts'
import type { ClusterMirror } from './mirror/mirror.ts'

const TYPE = 'PodGroupInitiallyScheduled'

/** Tells PodGroups in their status what became of an attempt (updatePodGroupCondition). */
export class PodGroupConditions {
  private readonly mirror: ClusterMirror
  private readonly writes: ObjectWrites
  private readonly say: (line: string) => void
  private readonly underWay = new Set<Promise<void>>()

  constructor(mirror: ClusterMirror, writes: ObjectWrites, say: (line: string) => void) {
    this.mirror = mirror
    this.writes = writes
    this.say = say
  }

  tell(outcome: PodGroupOutcome): void {
    const telling = this.write(outcome)
      .catch((error: unknown) =>
        this.say(`telling group ${outcome.group} failed: ${reasonOf(error)}`),
      )
      .finally(() => this.underWay.delete(telling))
    this.underWay.add(telling)
  }

  /** Until all that was begun is done. */
  async end(): Promise<void> {
    await Promise.all(this.underWay)
  }

  private async write({ group, status, reason, message }: PodGroupOutcome): Promise<void> {
    const known = this.mirror.object('podGroups', group)
    if (known === undefined) return
    const path = this.mirror.pathOf('podGroups', known)
    await this.writes.untilTaken(path, known, async (latest) => {
      const before = conditionOf(latest, TYPE)
      const next = nextCondition(latest, { type: TYPE, status, reason, message })
      // Once it was scheduled it stays so, whatever becomes of pods that came later.
      const isKept = before?.['status'] === 'True' && status !== 'True'
      if (isKept || isSame(before, next)) return latest
      const conditions = withCondition(latest, next)
      return await this.writes.patch(`${path}/status`, latest, { status: { conditions } })
    })
  }
}

function isSame(before: object | undefined, next: object): boolean {
  const told = new Map(Object.entries(before ?? {}))
  return Object.entries(next).every(([key, value]) => told.get(key) === value)
}
