import { type Context, Hono } from 'hono'
import { ConsistencyParameters, ExportParameters } from '../../../schemas/store/store-parameters.ts'
import { tenantNamespaces } from '../../auth/caller.ts'
import { err, ok, type Result } from '../../result.ts'
import {
  currentCheckpoint,
  type NoSuch,
  proveConsistency,
  proveInclusion,
} from '../../store/audit/checkpoints/proofs.ts'
import type { LogFailure } from '../../store/audit/fault.ts'
import type { AuditLog } from '../../store/audit/log.ts'
import { exportPage } from '../../store/audit/verification/export-log.ts'
import { presentCheckpoint } from '../../store/audit/verification/verify.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayUseStore } from '../http/authorize.ts'
import type { Fault } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/request/validate.ts'
import { respondJson } from '../http/response/respond.ts'
import { accessCluster, logFault } from '../http/store/store-access.ts'

/** What lets others check the log of .../preemptions without trusting who keeps it. */
export const auditEvidence = new Hono<AppEnv>()
  .get('/checkpoint', mayUseStore('audit:read'), async (c) => {
    const log = accessEvidence(c)
    if (!log.ok) return problem(c, log.error)
    const checkpoint = await currentCheckpoint(log.value)
    if (!checkpoint.ok) return problem(c, toFault(c, checkpoint.error))
    if (checkpoint.value === null) return problem(c, toFault(c, { kind: 'noSuch', size: 0 }))
    return respondJson(c, presentCheckpoint(checkpoint.value))
  })
  .get('/consistency', mayUseStore('audit:read'), async (c) => {
    const log = accessEvidence(c)
    if (!log.ok) return problem(c, log.error)
    const query = validate(ConsistencyParameters, c.req.query())
    if (!query.ok) return problem(c, query.error)
    const { from, to = null } = query.value
    const proof = await proveConsistency(log.value, from, to)
    return proof.ok ? respondJson(c, proof.value) : problem(c, toFault(c, proof.error))
  })
  .get('/export', mayUseStore('audit:read'), async (c) => {
    const log = accessEvidence(c)
    if (!log.ok) return problem(c, log.error)
    const query = validate(ExportParameters, c.req.query())
    if (!query.ok) return problem(c, query.error)
    const page = await exportPage(log.value, query.value.from)
    if (!page.ok) return problem(c, toFault(c, page.error))
    return c.body(page.value.join(''), 200, { 'Content-Type': 'application/x-ndjson' })
  })
  .get('/:id/proof', mayUseStore('audit:read'), async (c) => {
    const log = accessEvidence(c)
    if (!log.ok) return problem(c, log.error)
    const proof = await proveInclusion(log.value, c.req.param('id'))
    if (!proof.ok) return problem(c, toFault(c, proof.error))
    const { checkpoint, ...rest } = proof.value
    return respondJson(c, { ...rest, checkpoint: presentCheckpoint(checkpoint) })
  })

/** All of it tells how much goes on in the cluster, so it is nothing for tenants. */
function accessEvidence(c: Context<AppEnv>): Result<AuditLog, Fault> {
  const access = accessCluster(c)
  if (!access.ok) return access
  if (tenantNamespaces(c.get('caller')) === null) return ok(access.value.log)
  return err({ code: 'forbidden', detail: 'A tenant cannot see the whole chain' })
}

function toFault(c: Context<AppEnv>, failure: LogFailure | NoSuch): Fault {
  if (failure.kind !== 'noSuch') return logFault(c, failure)
  const detail = `The log has ${failure.size} records that are settled; what you ask for is not among them`
  return { code: 'not-found', detail }
}
