import type { OutcomeName } from '../../../../schemas/store/audit-content.ts'
import { err, ok, type Result } from '../../../result.ts'
import { append } from '../append/append.ts'
import type { LogFailure, TooLarge } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { claimName } from '../lookup/claim.ts'
import { draft } from './record.ts'
import { type Shown, show } from './shown.ts'

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
  id: string,
  { outcome, reason, caller, requestId }: OutcomeReport,
): Promise<
  Result<{ shown: Shown<'outcome'>; isNew: boolean }, OutcomeTaken | LogFailure | TooLarge>
> {
  const salt = log.runtime.randomId()
  const drafted = draft('outcome', id, { salt, caller, requestId, outcome, reason })
  const { recorded, failure } = await append(log, claimName('outcome', id), [drafted])
  const [appended] = recorded
  if (appended === undefined) return err(failure ?? { kind: 'taken', outcome: null })
  const shown = await show(log, appended.record, 'outcome')
  if (!shown.ok) return shown
  if (shown.value?.content.outcome !== outcome) {
    return err({ kind: 'taken', outcome: shown.value?.content.outcome ?? null })
  }
  return ok({ shown: shown.value, isNew: appended.isNew })
}
