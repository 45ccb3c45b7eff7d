import { ok, type Result } from '../../../result.ts'
import { inParallel } from '../../in-parallel.ts'
import type { LogFailure, TooLarge } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { claim } from '../lookup/claim.ts'
import { areViewsDue, writeViews } from '../lookup/write-views.ts'
import type { LogMemory } from '../memory.ts'
import { storeLarge } from '../records/content-parts.ts'
import { type AuditRecord, type Draft, keyOf } from '../records/record.ts'
import { Appender } from './appender.ts'
import { follow } from './follow.ts'
import { lookIntoInbox } from './inbox.ts'

export interface Appended {
  readonly record: AuditRecord
  /** Recorded now; else by an earlier attempt, or by another caller. */
  readonly isNew: boolean
}

/** Whatever was recorded is told, also where the rest failed. */
export interface AppendResult {
  /** In the order of the drafts, without those that are not recorded. */
  readonly recorded: readonly Appended[]
  readonly failure: LogFailure | TooLarge | null
}

/** How long a caller waits for others; far above what a store that answers needs. */
const APPEND_MS = 10_000

/** An end that was seen so long ago is looked for anew; with others about, much sooner. */
const STALE_MS = { alone: 5000, withRivals: 200 } as const
const RIVALS_MS = 5000
const LOOK_MS = 100

/**
 * Records drafts that share a claim, each once: what was recorded before, by a retry or by a write
 * whose answer was lost, is found and not recorded again.
 */
export async function append(
  log: AuditLog,
  name: string,
  drafts: readonly Draft[],
): Promise<AppendResult> {
  const recorded = new Map<string, AuditRecord>()
  const failure = await appendAll(log, name, drafts, recorded)
  await keepViews(log)
  const appended = drafts.flatMap((draft) => {
    const record = recorded.get(keyOf(draft))
    // The salt makes a content its author's own.
    return record === undefined ? [] : [{ record, isNew: record.contentHash === draft.contentHash }]
  })
  return { recorded: appended, failure: failure.ok ? null : failure.error }
}

async function appendAll(
  log: AuditLog,
  name: string,
  drafts: readonly Draft[],
  recorded: Map<string, AuditRecord>,
): Promise<Result<null, LogFailure | TooLarge>> {
  const startedMs = log.runtime.now().getTime()
  const fresh = await refresh(log, startedMs)
  if (!fresh.ok) return fresh
  const [claimed] = await Promise.all([claim(log, name, drafts.map(keyOf)), peek(log, startedMs)])
  if (!claimed.ok) return claimed
  for (const [key, record] of claimed.value.recorded) recorded.set(key, record)
  const missing = drafts.filter((draft) => !recorded.has(keyOf(draft)))
  const stored = await inParallel(missing, (draft) => storeLarge(log, draft))
  if (!stored.ok) return stored
  if (missing.length === 0) return ok(null)
  return appenderOf(log).append({
    ticket: `${String(startedMs).padStart(15, '0')}-${log.runtime.randomId()}`,
    absentThrough: claimed.value.absentThrough,
    after: claimed.value.after,
    lateAtMs: startedMs + APPEND_MS,
    drafts: stored.value,
    recorded,
    mayBeRecorded: false,
  })
}

/** Sees to it that the end of the chain is known, and not from long ago. */
async function refresh(log: AuditLog, nowMs: number): Promise<Result<null, LogFailure>> {
  const { memory } = log
  const staleMs = hasRivals(memory, nowMs) ? STALE_MS.withRivals : STALE_MS.alone
  if (memory.head !== null && nowMs - memory.seenAtMs <= staleMs) return ok(null)
  const followed = await follow(log)
  return followed.ok ? ok(null) : followed
}

/** Looks for offers while the claim is written; the appender looks again where this failed. */
async function peek({ memory, ...log }: AuditLog, nowMs: number): Promise<void> {
  if (memory.head === null || nowMs - (memory.inbox?.atMs ?? 0) < LOOK_MS) return
  await lookIntoInbox({ memory, ...log }, memory.head.end.size)
}

function hasRivals({ rivalsAtMs }: LogMemory, nowMs: number): boolean {
  return nowMs - rivalsAtMs <= RIVALS_MS
}

/** What one caller does for the views, where nothing goes on behind the answer. */
const ITEMS_OF_ONE = 20
const ITEMS_AT_ONCE = 10_000

const viewing = new WeakSet<LogMemory>()

/** Writes views that are due. A failure here is nobody's: the next append goes on with them. */
async function keepViews(log: AuditLog): Promise<void> {
  const { memory, isShared } = log
  if (!areViewsDue(log) || viewing.has(memory)) return
  if (!isShared) {
    await writeViews(log, ITEMS_OF_ONE)
    return
  }
  viewing.add(memory)
  writeViews(log, ITEMS_AT_ONCE)
    .finally(() => viewing.delete(memory))
    .catch(() => {})
}

/** One for each log of a process whose requests may wait for one another. */
const appenders = new WeakMap<LogMemory, Appender>()

function appenderOf(log: AuditLog): Appender {
  if (!log.isShared) return new Appender(log)
  const appender = appenders.get(log.memory) ?? new Appender(log)
  appenders.set(log.memory, appender)
  return appender
}
