import type { AuditStatus } from '../../../../schemas/store/preemption-record.ts'
import { err, ok, type Result } from '../../../result.ts'
import {
  type AuditedDecisions,
  auditStatus,
  type DecidedRequest,
  type ProposedPreemption,
  type RecordDecisions,
} from '../../../store/audit/records/preemptions.ts'
import type { Fault } from '../fault.ts'

/** What of one answer is to be recorded. */
export interface RecordOrder {
  readonly cluster: string
  readonly request: DecidedRequest
  readonly proposals: readonly ProposedPreemption[]
  readonly isRequired: boolean
  /** Numbers of the chain tell how much else goes on in the cluster, so a tenant gets none. */
  readonly isTenant: boolean
}

/** Records it, and gives what the answer says of it; a fault where it was required and failed. */
export async function carryOut(
  { cluster, request, proposals, isRequired, isTenant }: RecordOrder,
  record: RecordDecisions,
  log: (line: string) => void,
  now: () => Date,
): Promise<Result<AuditStatus, Fault>> {
  const audited = await record(cluster, request, proposals)
  const whole = auditStatus(audited)
  const status = isTenant ? withoutNumbers(whole) : whole
  const { failure } = audited
  if (failure === null) return ok(status)
  const cause = causeOf(failure)
  const time = now().toISOString()
  log(JSON.stringify({ time, level: 'warn', id: request.requestId, message: 'audit', cause }))
  return isRequired ? err(toFault(failure, status)) : ok(status)
}

type AuditFailure = NonNullable<AuditedDecisions['failure']>

function causeOf(failure: AuditFailure): string {
  if (failure.kind === 'unavailable') return failure.cause
  if (failure.kind === 'broken') return `record ${failure.sequence}: ${failure.detail}`
  return `a record of ${failure.bytes} bytes`
}

function withoutNumbers(status: AuditStatus): AuditStatus {
  if (status.status === 'skipped') return status
  return { ...status, records: status.records.map(({ id }) => ({ id })) }
}

function toFault(failure: AuditFailure, status: AuditStatus): Fault {
  if (status.status === 'recorded' || status.status === 'skipped') {
    throw new Error('what failed is not recorded')
  }
  const { code, detail, records } = status
  const issues = records.map(({ id }) => ({ pointer: '', code: 'recorded', message: id }))
  if (failure.kind !== 'unavailable') return { code, detail, issues }
  return { code, detail, issues, retryAfterSeconds: failure.retryAfterSeconds }
}
