import type { PodCondition } from './pod-conditions.ts'
import type { PodPhase } from './pod-phase.ts'

/** One thing that happens; what a kind does not have is absent. */
export interface Happening {
  readonly atMs: number
  /** null: it is about the pod. */
  readonly container: string | null
  readonly what:
    | 'pulling'
    | 'started'
    | 'postStartEnded'
    | 'exited'
    | 'backOff'
    | 'killing'
    | 'preStop'
    | 'preStopEnded'
    | 'preStopCut'
    | 'waitsForOthers'
    | 'term'
    | 'kill'
    | 'probe'
    | 'restartAll'
    | 'deadline'
    | 'deleted'
    | 'leavesEndpoints'
    | 'removed'
  readonly exitCode?: number
  readonly run?: number
  readonly untilMs?: number
  readonly probe?: string
  readonly result?: string
  readonly message?: string
}

export interface PhaseChange {
  readonly atMs: number
  readonly phase: PodPhase
  readonly reason: string
  readonly because: string
}

export type ConditionChange = { readonly atMs: number } & PodCondition

/** A run is told up to so many lines; a pod that crashes all day has far fewer. */
const LINES_MAX = 20_000

/** What happened, in order. States that last no time at all are not told. */
export class LifecycleJournal {
  readonly happenings: Happening[] = []
  readonly phases: PhaseChange[] = []
  private readonly byType = new Map<PodCondition['type'], ConditionChange[]>()

  tell(happening: Happening): void {
    this.happenings.push(happening)
  }

  get isFull(): boolean {
    return this.happenings.length >= LINES_MAX
  }

  notePhase(change: PhaseChange): void {
    note(this.phases, change, (a, b) => a.phase === b.phase && a.reason === b.reason)
  }

  noteConditions(atMs: number, conditions: readonly PodCondition[]): void {
    for (const condition of conditions) {
      const known = this.byType.get(condition.type) ?? []
      this.byType.set(condition.type, known)
      note(known, { atMs, ...condition }, isSameCondition)
    }
  }

  get lastConditions(): PodCondition[] {
    return [...this.byType.values()].flatMap((changes) => changes.at(-1) ?? [])
  }

  get conditions(): ConditionChange[] {
    return [...this.byType.values()].flat().sort((a, b) => a.atMs - b.atMs)
  }
}

/** Adds a change that is one, in the place of an earlier one of the same instant. */
function note<Change extends { readonly atMs: number }>(
  changes: Change[],
  change: Change,
  isSame: (a: Change, b: Change) => boolean,
): void {
  if (changes.at(-1)?.atMs === change.atMs) changes.pop()
  const last = changes.at(-1)
  if (last === undefined || !isSame(last, change)) changes.push(change)
}

function isSameCondition(a: PodCondition, b: PodCondition): boolean {
  return a.status === b.status && a.reason === b.reason && a.message === b.message
}
