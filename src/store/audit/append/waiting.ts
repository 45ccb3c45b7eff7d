import { err, ok, type Result } from '../../../result.ts'
import { unavailable } from '../../port.ts'
import type { LogFailure } from '../fault.ts'
import { WINDOW } from '../lookup/search.ts'
import type { AuditRecord, Draft } from '../records/record.ts'
import { keyOf } from '../records/record.ts'

/** Records that one caller waits to see recorded: they share a claim. */
export interface Waiting {
  /** Sorts by how long this has been waiting. */
  readonly ticket: string
  /** None of the drafts stands in the chain up to here. */
  absentThrough: number
  /** Where the search that its claim allows starts. */
  readonly after: number
  readonly lateAtMs: number
  /** What is not recorded yet. */
  drafts: readonly Draft[]
  readonly recorded: Map<string, AuditRecord>
  /** Somebody else may record them: they were offered, or a write of them is not known to have failed. */
  mayBeRecorded: boolean
  readonly end: (result: Result<null, LogFailure>) => void
  /** Something threw that never should. */
  readonly crash: (bug: unknown) => void
}

/** Looks for what waits among records that came into the chain, whoever wrote them. */
export function recognise(queue: readonly Waiting[], records: readonly AuditRecord[]): void {
  const byKey = new Map(records.map((record) => [keyOf(record), record]))
  for (const waiting of queue) {
    for (const draft of waiting.drafts) {
      const record = byKey.get(keyOf(draft))
      if (record !== undefined) waiting.recorded.set(keyOf(draft), record)
    }
    waiting.drafts = waiting.drafts.filter((draft) => !waiting.recorded.has(keyOf(draft)))
  }
}

/** Lets go of those that are done; the others wait on. */
export function release(queue: readonly Waiting[]): Waiting[] {
  for (const { drafts, end } of queue) if (drafts.length === 0) end(ok(null))
  return queue.filter(({ drafts }) => drafts.length > 0)
}

/** Lets go of those that waited too long, or so long that their claim would not lead to them. */
export function releaseLate(queue: readonly Waiting[], nowMs: number, size: number): Waiting[] {
  const isLate = ({ lateAtMs, after }: Waiting) => nowMs >= lateAtMs || size - after >= WINDOW / 2
  fail(queue.filter(isLate), unavailable('others kept appending first', 2))
  return queue.filter((waiting) => !isLate(waiting))
}

/** Tells all of these that they are not recorded, or that nobody knows. */
export function fail(queue: readonly Waiting[], failure: LogFailure): void {
  for (const { mayBeRecorded, end } of queue) {
    if (failure.kind === 'broken') end(err(failure))
    else end(err({ ...failure, mayHaveWritten: mayBeRecorded }))
  }
}
