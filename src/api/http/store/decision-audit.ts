import type { Context } from 'hono'
import type { AuditStatus } from '../../../../schemas/store/preemption-record.ts'
import { ANONYMOUS, mayActAs, mayUseCluster, tenantNamespaces } from '../../../auth/caller.ts'
import { err, ok, type Result } from '../../../result.ts'
import type {
  DecidedRequest,
  ProposedPreemption,
  RecordDecisions,
} from '../../../store/audit/records/preemptions.ts'
import type { AppEnv } from '../app-env.ts'
import { NO_STORE } from '../authorize.ts'
import { type Fault, faultOf } from '../fault.ts'
import { carryOut, type RecordOrder } from './record-order.ts'
import { foreignCluster } from './store-access.ts'

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
  /** Which PriorityClasses decided is not known, so there is nothing that could be recorded. */
  | { readonly kind: 'fail'; readonly fault: Fault }

/** Decided before anything else is: a request that requires an audit is refused without one. */
export function planAudit(
  c: Context<AppEnv>,
  cluster: string | undefined,
  audit: 'optional' | 'required',
  isWhatIf: boolean,
): Result<AuditPlan, Fault> {
  const isRequired = audit === 'required'
  const { recordDecisions: record } = c.get('platform')
  if (cluster === undefined) {
    return isRequired ? err(NO_CLUSTER) : ok({ kind: 'none' })
  }
  const caller = c.get('caller') ?? ANONYMOUS
  if (!mayUseCluster(caller, cluster)) return err(foreignCluster(caller, cluster))
  if (isWhatIf) {
    return isRequired ? err(WHAT_IF) : ok({ kind: 'skip', reason: 'the cluster is an edited one' })
  }
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

const WHAT_IF: Fault = faultOf([
  {
    pointer: '/options/audit',
    code: 'not-a-request',
    message: 'what would happen on an edited cluster is not recorded',
  },
])

const NO_CLUSTER: Fault = faultOf([
  { pointer: '/cluster', code: 'not-a-request', message: 'required with audit "required"' },
])

/**
 * Records what a request's decisions propose. The status belongs into the answer (`audit`; null:
 * nothing to say). A fault comes back only where the audit was required: then nothing is decided,
 * and the fault says what is recorded all the same. Where the platform can, a thread leaves the
 * record to it (`later`), and is free for the next request meanwhile.
 */
export async function recordProposals(
  c: Context<AppEnv>,
  plan: AuditPlan,
  decided: Omit<DecidedRequest, 'requestId' | 'caller'>,
  proposals: readonly ProposedPreemption[],
  mayDefer: boolean,
): Promise<Result<AuditStatus | null | 'later', Fault>> {
  if (plan.kind === 'none') return ok(null)
  if (plan.kind === 'skip') return ok({ status: 'skipped', reason: plan.reason })
  if (plan.kind === 'fail') return ok(failed(plan.fault))
  const caller = c.get('caller')
  const { deferRecord, log, now } = c.get('platform')
  const request = { ...decided, requestId: c.get('requestId'), caller: caller.name }
  const { cluster, isRequired } = plan
  const isTenant = tenantNamespaces(caller) !== null
  const order: RecordOrder = { cluster, request, proposals, isRequired, isTenant }
  if (deferRecord === null || !mayDefer || proposals.length === 0) {
    return carryOut(order, plan.record, log, now)
  }
  deferRecord(order)
  return ok('later')
}

function failed({ detail, retryAfterSeconds }: Fault): AuditStatus {
  return {
    status: 'failed',
    code: 'store-unavailable',
    detail: `The PriorityClasses were not read, so nothing is recorded: ${detail}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    records: [],
  }
}
