import { isObject } from '../../snapshot/json/fields.ts'

/** How a release keeps the pods that wait. */
export interface QueueRules {
  /** Higher priority first; else first come, first served alone. */
  readonly byPriority: boolean
  /** Among equals the one that has waited longer; else their order is left to chance. */
  readonly byTime: boolean
  readonly initialBackOffMs: number
  readonly maxBackOffMs: number
  /** Back-offs end at whole seconds, and a queue that is empty takes from those that back off. */
  readonly popsFromBackOff: boolean
  /** Pods that fit nowhere wait for events; null: they come back when their back-off is over. */
  readonly flushMs: number | null
  /** Minor version of kubernetes-*, null for a classic release. */
  readonly minor: number | null
}

const FIVE_MINUTES_MS = 300_000
const CLASSIC_MAX_BACK_OFF_MS = 60_000

/** The queue of a profile; `config` is its KubeSchedulerConfiguration, found to be right. */
export function queueRules(profile: string, config: unknown): QueueRules {
  const minor = /^kubernetes-1\.(\d+)$/.exec(profile)?.[1]
  if (minor === undefined) return classicRules(profile)
  const given = isObject(config) ? config : {}
  const seconds = (key: string, usual: number) => {
    const value = given[key]
    return typeof value === 'number' ? value : usual
  }
  return {
    byPriority: true,
    byTime: true,
    initialBackOffMs: seconds('podInitialBackoffSeconds', 1) * 1000,
    maxBackOffMs: seconds('podMaxBackoffSeconds', 10) * 1000,
    // SchedulerPopFromBackoffQ, on since 1.33.
    popsFromBackOff: Number(minor) >= 33,
    flushMs: FIVE_MINUTES_MS,
    minor: Number(minor),
  }
}

/** Priority came with 1.11, time among equals with 1.14. */
function classicRules(profile: string): QueueRules {
  const hasPriority = profile !== 'classic-1.10'
  return {
    byPriority: hasPriority,
    byTime: !hasPriority,
    initialBackOffMs: 1000,
    maxBackOffMs: CLASSIC_MAX_BACK_OFF_MS,
    popsFromBackOff: false,
    flushMs: null,
    minor: null,
  }
}

/** How long a pod backs off after its nth failed attempt in a row. */
export function backOffMs(
  failures: number,
  { initialBackOffMs, maxBackOffMs }: QueueRules,
): number {
  if (failures <= 0) return 0
  // Doubling 60 times is beyond every longest back-off.
  return Math.min(initialBackOffMs * 2 ** Math.min(failures - 1, 60), maxBackOffMs)
}

const WINDOW_MS = 1000

/** When a back-off that began then is over. */
export function backOffEnd(sinceMs: number, failures: number, rules: QueueRules): number {
  const endMs = sinceMs + backOffMs(failures, rules)
  // The whole second it ends in is flushed when that is over.
  return rules.popsFromBackOff ? (Math.floor(endMs / WINDOW_MS) + 1) * WINDOW_MS : endMs
}

/** What the queue sorts by. */
export interface QueuePlace {
  readonly priority: number
  /** When it came into the queue; null: not known, before all others. */
  readonly sinceMs: number | null
}

/** PrioritySort's Less, or what stood in its place; equal ones keep the order in which they are given. */
export function compareInQueue(a: QueuePlace, b: QueuePlace, rules: QueueRules): number {
  if (rules.byPriority && a.priority !== b.priority) return b.priority - a.priority
  if (!rules.byTime) return 0
  // Two that are not known are no number apart.
  if (a.sinceMs === b.sinceMs) return 0
  return (a.sinceMs ?? Number.NEGATIVE_INFINITY) - (b.sinceMs ?? Number.NEGATIVE_INFINITY)
}
