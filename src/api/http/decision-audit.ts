import type { Context } from 'hono'
import type { AuditStatus } from '../../../schemas/preemption-record.ts'
import { ANONYMOUS, mayActAs } from '../../auth/caller.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import {
  auditDecisions,
  auditStatus,
  type DecidedRequest,
  type ProposedPreemption,
} from '../../store/audit-decisions.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import { unavailable } from '../routes/store-access.ts'
import type { AppEnv } from './app-env.ts'
import { NO_STORE } from './authorize.ts'
import type { Fault } from './problem.ts'
import { faultOf, ok, type Result, refuse } from './result.ts'

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
): Result<AuditPlan> {
  const isRequired = audit === 'required'
  const { store, runtime, auditRetentionSeconds } = c.get('platform')
  if (cluster === undefined) {
    return isRequired ? refuse(NO_CLUSTER) : ok({ kind: 'none' })
  }
  if (store === null) {
    return isRequired ? refuse(NO_STORE) : ok({ kind: 'skip', reason: 'there is no store' })
  }
  const caller = c.get('caller') ?? ANONYMOUS
  if (!mayActAs(caller, 'decide')) {
    const reason = `${caller.name} has not the role decide`
    return isRequired
      ? refuse({ code: 'forbidden', detail: `No audit is possible: ${reason}` })
      : ok({ kind: 'skip', reason })
  }
  const log = { store, runtime, cluster, retentionSeconds: auditRetentionSeconds }
  return ok({ kind: 'record', log, isRequired })
}

const NO_CLUSTER: Fault = faultOf([
  { pointer: '/cluster', code: 'not-a-request', message: 'required with audit "required"' },
])

/** The victims that a decision proposes, for the log; null when there are none. */
export function proposalOf(
  { pod, preemption }: Decision,
  index: number,
  nodes: Nodes,
): ProposedPreemption | null {
  if (preemption === null || preemption.node < 0) return null
  const chosen = preemption.candidates.find(({ node }) => node === preemption.node)
  if (chosen === undefined || chosen.victims.length === 0) return null
  return {
    index,
    preemptor: { ...referTo(pod), priority: pod.signature.priority },
    node: nodes.names[preemption.node] ?? '',
    victims: chosen.victims.map((victim) => ({
      ...referTo(victim.pod),
      priority: victim.pod.signature.priority,
      pdbViolated: victim.pdbViolated,
    })),
    candidates: preemption.candidates.map(({ node, victims, pdbViolations, lostBy }) => ({
      node: nodes.names[node] ?? '',
      victims: victims.map((victim) => ({ priority: victim.pod.signature.priority })),
      pdbViolations,
      lostBy,
    })),
  }
}

/**
 * Records what a request's decisions propose. The status belongs into the answer (`audit`; null:
 * nothing to say). A fault comes back only where the audit was required: then nothing is decided.
 */
export async function recordProposals(
  c: Context<AppEnv>,
  plan: AuditPlan,
  decided: Omit<DecidedRequest, 'requestId' | 'caller'>,
  proposals: readonly ProposedPreemption[],
): Promise<Result<AuditStatus | null>> {
  if (plan.kind === 'none') return ok(null)
  if (plan.kind === 'skip') return ok({ status: 'skipped', reason: plan.reason })
  const request = { ...decided, requestId: c.get('requestId'), caller: c.get('caller').name }
  const audited = await auditDecisions(plan.log, request, proposals)
  const status = auditStatus(audited)
  if (audited.ok) return ok(status)
  const fault = toFault(c, audited.error)
  return plan.isRequired ? refuse(fault) : ok(status)
}

type AuditError = Extract<Awaited<ReturnType<typeof auditDecisions>>, { ok: false }>['error']

function toFault(c: Context<AppEnv>, error: AuditError): Fault {
  if (error.kind === 'unavailable') return unavailable(c, error)
  const detail = `The record of a preemption has ${error.bytes} bytes, more than the store takes`
  return { code: 'too-large', detail }
}
