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
  auditDecisions,
  auditStatus,
  type DecidedRequest,
  type ProposedPreemption,
} from '../../store/audit-decisions.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import { foreignCluster, unavailable } from '../routes/store-access.ts'
import type { AppEnv } from './app-env.ts'
import { NO_STORE } from './authorize.ts'
import { faultOf } from './fault.ts'
import type { Fault } from './problem.ts'

/** Whether, and where, the preemptions of one request are recorded. */
export type AuditPlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'record'; readonly log: AuditLog; readonly isRequired: boolean }

/** Decided before anything else is: a request that requires an audit is refused without one. */
export function planAudit(
  c: Context<AppEnv>,
  cluster: string | undefined,
  audit: 'optional' | 'required',
): Result<AuditPlan, Fault> {
  const isRequired = audit === 'required'
  const { store, runtime, auditRetentionSeconds } = c.get('platform')
  if (cluster === undefined) {
    return isRequired ? err(NO_CLUSTER) : ok({ kind: 'none' })
  }
  const caller = c.get('caller') ?? ANONYMOUS
  if (!mayUseCluster(caller, cluster)) return err(foreignCluster(caller, cluster))
  if (store === null) {
    return isRequired ? err(NO_STORE) : ok({ kind: 'skip', reason: 'there is no store' })
  }
  if (!mayActAs(caller, 'decide')) {
    const reason = `${caller.name} has not the role decide`
    return isRequired
      ? err({ code: 'forbidden', detail: `No audit is possible: ${reason}` })
      : ok({ kind: 'skip', reason })
  }
  const log = { store, runtime, cluster, retentionSeconds: auditRetentionSeconds }
  return ok({ kind: 'record', log, isRequired })
}

const NO_CLUSTER: Fault = faultOf([
  { pointer: '/cluster', code: 'not-a-request', message: 'required with audit "required"' },
])

/**
 * Records what a request's decisions propose. The status belongs into the answer (`audit`; null:
 * nothing to say). A fault comes back only where the audit was required: then nothing is decided.
 */
export async function recordProposals(
  c: Context<AppEnv>,
  plan: AuditPlan,
  decided: Omit<DecidedRequest, 'requestId' | 'caller'>,
  proposals: readonly ProposedPreemption[],
): Promise<Result<AuditStatus | null, Fault>> {
  if (plan.kind === 'none') return ok(null)
  if (plan.kind === 'skip') return ok({ status: 'skipped', reason: plan.reason })
  const caller = c.get('caller')
  const request = { ...decided, requestId: c.get('requestId'), caller: caller.name }
  const audited = await auditDecisions(plan.log, request, proposals)
  const status = forCaller(auditStatus(audited), caller)
  if (audited.ok) return ok(status)
  const fault = toFault(c, audited.error)
  return plan.isRequired ? err(fault) : ok(status)
}

/** Numbers of the chain tell how much else goes on in the cluster, so a tenant gets none. */
function forCaller(status: AuditStatus, caller: Caller): AuditStatus {
  if (status.status !== 'recorded' || tenantNamespaces(caller) === null) return status
  return { ...status, records: status.records.map(({ id }) => ({ id })) }
}

type AuditError = Extract<Awaited<ReturnType<typeof auditDecisions>>, { ok: false }>['error']

function toFault(c: Context<AppEnv>, error: AuditError): Fault {
  if (error.kind === 'unavailable') return unavailable(c, error)
  const detail = `The record of a preemption has ${error.bytes} bytes, more than the store takes`
  return { code: 'too-large', detail }
}
