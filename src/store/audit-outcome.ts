import type { OutcomeEntry, OutcomeName, PreemptionEntry } from '../../schemas/preemption-record.ts'
import { err, ok, type Result } from '../result.ts'
import { type AuditLog, append, type TooLarge } from './audit-log.ts'
import type { Unavailable } from './port.ts'

export interface OutcomeReport {
  readonly outcome: OutcomeName
  readonly reason: string | null
  readonly caller: string
  readonly requestId: string
}

/** A different outcome was reported before; it stands. */
export interface OutcomeTaken {
  readonly kind: 'taken'
  readonly outcome: OutcomeName | null
}

/**
 * Says once what became of a preemption. The outcome is a record of its own in the chain: the
 * preemption's record never changes, and who reported what, and when, is chained as well.
 * Reporting the same outcome again returns the first report.
 */
export async function reportOutcome(
  log: AuditLog,
  { id }: Pick<PreemptionEntry, 'id'>,
  { outcome, reason, caller, requestId }: OutcomeReport,
): Promise<Result<{ entry: OutcomeEntry; isNew: boolean }, OutcomeTaken | Unavailable | TooLarge>> {
  const entry = { kind: 'outcome', id, caller, requestId, outcome, reason } as const
  const appended = await append(log, entry)
  if (!appended.ok) return appended
  const { kind, record } = appended.value
  const standing = record?.kind === 'outcome' ? record : null
  if (standing?.outcome !== outcome) {
    return err({ kind: 'taken', outcome: standing?.outcome ?? null })
  }
  return ok({ entry: standing, isNew: kind === 'appended' })
}
