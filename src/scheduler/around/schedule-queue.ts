import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { noteUnseenPlaces } from '../unseen-priorities.ts'
import { backOffEnd, backOffMs, compareInQueue, type QueueRules } from './queue-rules.ts'
import type { KnownAttempts, WaitingPod } from './waiting-pod.ts'

/** A pod that waits, with all that is known of its waiting. */
export interface Waiting {
  readonly pod: Pod
  readonly waiting: WaitingPod
  readonly attempts: KnownAttempts | null
}

/** A pod's place, as far as it does not depend on what the plugins say. */
export interface QueueEntry extends Waiting {
  readonly priority: number
  /** Since when it waits as it does; null: not known. */
  readonly sinceMs: number | null
  /** Failed attempts in a row. */
  readonly failures: number
  /** Nobody said how often; once at least. */
  readonly isAssumed: boolean
  readonly backOffMs: number
  /** When its back-off is over; null: not known, or there is none. */
  readonly backOffEndMs: number | null
  /** Nothing tells it from its neighbours. */
  readonly isTied: boolean
}

export interface ScheduleQueue {
  /** Tried one after another from now on. */
  readonly active: readonly QueueEntry[]
  /** After errors: tried again by themselves when their back-off is over. */
  readonly backingOff: readonly QueueEntry[]
  /** Found no node: tried again when something happens that may help. */
  readonly unschedulable: readonly QueueEntry[]
  readonly gated: readonly QueueEntry[]
}

const UNSCHEDULABLE = 'Unschedulable'
const ERROR = 'SchedulerError'

/** Sorts the pods of a scheduler into the parts of its queue; `nowMs` null: every back-off is over. */
export function sortIntoQueue(
  cluster: Cluster,
  waiting: readonly Waiting[],
  rules: QueueRules,
  nowMs: number | null,
): ScheduleQueue {
  if (rules.byPriority) noteUnseenPlaces(cluster, waiting)
  const parts = { active: [], backingOff: [], unschedulable: [], gated: [] } as {
    [part in keyof ScheduleQueue]: QueueEntry[]
  }
  for (const one of waiting) {
    const entry = toEntry(one, rules)
    parts[partOf(entry, nowMs)].push(entry)
  }
  for (const entries of [parts.active, parts.unschedulable, parts.gated]) {
    entries.sort((a, b) => compareInQueue(a, b, rules))
  }
  parts.backingOff.sort(
    (a, b) => (a.backOffEndMs ?? 0) - (b.backOffEndMs ?? 0) || compareInQueue(a, b, rules),
  )
  return { ...parts, active: markTies(parts.active, rules) }
}

function partOf(entry: QueueEntry, nowMs: number | null): keyof ScheduleQueue {
  const { waiting, attempts } = entry
  if (waiting.gates.length > 0) return 'gated'
  const isError = (attempts?.errors ?? 0) > 0 || (attempts === null && waiting.reason === ERROR)
  const isOver = nowMs === null || entry.backOffEndMs === null || entry.backOffEndMs <= nowMs
  if (isError) return isOver ? 'active' : 'backingOff'
  const isUnschedulable = (attempts?.unschedulable ?? 0) > 0 || waiting.reason === UNSCHEDULABLE
  return isUnschedulable ? 'unschedulable' : 'active'
}

function toEntry(one: Waiting, rules: QueueRules): QueueEntry {
  const { pod, waiting, attempts } = one
  const wasTried = waiting.reason === UNSCHEDULABLE || waiting.reason === ERROR
  const isAssumed = attempts === null && wasTried
  // Errors in a row count instead of attempts, where there are any.
  const known = attempts === null ? 0 : attempts.errors || attempts.unschedulable
  const failures = isAssumed ? 1 : known
  const lastMs = attempts?.lastAttemptMs ?? (wasTried ? waiting.toldMs : null)
  const sinceMs = failures > 0 ? lastMs : waiting.createdMs
  return {
    ...one,
    priority: pod.signature.priority,
    sinceMs,
    failures,
    isAssumed,
    backOffMs: backOffMs(failures, rules),
    backOffEndMs: failures > 0 && lastMs !== null ? backOffEnd(lastMs, failures, rules) : null,
    isTied: false,
  }
}

function markTies(entries: readonly QueueEntry[], rules: QueueRules): QueueEntry[] {
  const isLike = (a: QueueEntry, b: QueueEntry | undefined) =>
    b !== undefined && compareInQueue(a, b, rules) === 0
  return entries.map((entry, index) => ({
    ...entry,
    isTied: isLike(entry, entries[index - 1]) || isLike(entry, entries[index + 1]),
  }))
}
