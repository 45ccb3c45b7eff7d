import type { Context } from 'hono'
import type { AuditStatus } from '../../../schemas/preemption-record.ts'
import {
  ANONYMOUS,
  type Caller,
  mayActAs,
  mayUseCluster,
  tenantNamespaces,
} from '../../auth/caller.ts'
import { err, ok, type Result } from '../../result.ts'
import {
  type AuditedDecisions,
  auditStatus,
  type DecidedRequest,
  type ProposedPreemption,
  type RecordDecisions,
} from '../../store/audit/preemptions.ts'
import { foreignCluster, unavailable } from '../routes/store-access.ts'
import type { AppEnv } from './app-env.ts'
import { NO_STORE } from './authorize.ts'
import { faultOf } from './fault.ts'
import type { Fault } from './problem.ts'

/** Whether, and where, the preemptions of one request are recorded. */
export type AuditPlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'skip'; readonly reason: string }
  | {
      readonly kind: 'record'
      readonly cluster: string
      readonly record: RecordDecisions
      readonly isRequired: boolean
    }
  /** Nothing was proposed, since priorities are not known. */
  | { readonly kind: 'fail'; readonly fault: Fault }

/** Decided before anything else is: a request that requires an audit is refused without one. */
export function planAudit(
  c: Context<AppEnv>,
  cluster: string | undefined,
  audit: 'optional' | 'required',
): Result<AuditPlan, Fault> {
  const isRequired = audit === 'required'
  const { recordDecisions: record } = c.get('platform')
  if (cluster === undefined) {
    return isRequired ? err(NO_CLUSTER) : ok({ kind: 'none' })
  }
  const caller = c.get('caller') ?? ANONYMOUS
  if (!mayUseCluster(caller, cluster)) return err(foreignCluster(caller, cluster))
  if (record === null) {
    return isRequired ? err(NO_STORE) : ok({ kind: 'skip', reason: 'there is no store' })
  }
  if (!mayActAs(caller, 'decide')) {
    const reason = `${caller.name} has not the role decide`
    return isRequired
      ? err({ code: 'forbidden', detail: `No audit is possible: ${reason}` })
      : ok({ kind: 'skip', reason })
  }
  return ok({ kind: 'record', cluster, record, isRequired })
}

const NO_CLUSTER: Fault = faultOf([
  { pointer: '/cluster', code: 'not-a-request', message: 'required with audit "required"' },
])

/**
 * Records what a request's decisions propose. The status belongs into the answer (`audit`; null:
 * nothing to say). A fault comes back only where the audit was required: then nothing is decided,
 * and the fault says what is recorded all the same.
 */
export async function recordProposals(
  c: Context<AppEnv>,
  plan: AuditPlan,
  decided: Omit<DecidedRequest, 'requestId' | 'caller'>,
  proposals: readonly ProposedPreemption[],
): Promise<Result<AuditStatus | null, Fault>> {
  if (plan.kind === 'none') return ok(null)
  if (plan.kind === 'skip') return ok({ status: 'skipped', reason: plan.reason })
  if (plan.kind === 'fail') return ok(failed(plan.fault))
  const caller = c.get('caller')
  const request = { ...decided, requestId: c.get('requestId'), caller: caller.name }
  const audited = await plan.record(plan.cluster, request, proposals)
  const status = forCaller(auditStatus(audited), caller)
  if (audited.failure === null) return ok(status)
  const fault = toFault(c, audited.failure, status)
  return plan.isRequired ? err(fault) : ok(status)
}

function failed({ detail, retryAfterSeconds }: Fault): AuditStatus {
  return {
    status: 'failed',
    code: 'store-unavailable',
    detail: `The PriorityClasses were not read, so no victims are proposed: ${detail}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    records: [],
  }
}

/** Numbers of the chain tell how much else goes on in the cluster, so a tenant gets none. */
function forCaller(status: AuditStatus, caller: Caller): AuditStatus {
  if (status.status === 'skipped' || tenantNamespaces(caller) === null) return status
  return { ...status, records: status.records.map(({ id }) => ({ id })) }
}

function toFault(
  c: Context<AppEnv>,
  failure: NonNullable<AuditedDecisions['failure']>,
  status: AuditStatus,
): Fault {
  if (status.status === 'recorded' || status.status === 'skipped') {
    throw new Error('what failed is not recorded')
  }
  const { code, detail, records } = status
  const recorded = records.map(({ id }) => ({ pointer: '', code: 'recorded', message: id }))
  const told = { code, detail, issues: recorded }
  if (failure.kind !== 'unavailable') return told
  return { ...unavailable(c, failure), ...told }
}
