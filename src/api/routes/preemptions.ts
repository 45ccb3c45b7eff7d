import { type Context, Hono } from 'hono'
import {
  OutcomeRequest,
  type PreemptionEntry,
  type PreemptionRecord,
  type TenantPreemptionRecord,
} from '../../../schemas/preemption-record.ts'
import { tenantNamespaces } from '../../auth/caller.ts'
import { ok as found, type Result as Stored } from '../../result.ts'
import type { AuditLog } from '../../store/audit-log.ts'
import { reportOutcome } from '../../store/audit-outcome.ts'
import { findOutcome, findPreemption, listPreemptions } from '../../store/audit-query.ts'
import {
  administratorView,
  concernsTenant,
  tenantOutcome,
  tenantView,
} from '../../store/audit-view.ts'
import { inParallel } from '../../store/in-parallel.ts'
import type { Unavailable } from '../../store/port.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayUseStore } from '../http/authorize.ts'
import { SETTINGS_BODY } from '../http/body-plans.ts'
import { problem } from '../http/problem.ts'
import { readRequest } from '../http/request.ts'
import { respondJson } from '../http/respond.ts'
import { encodeCursor } from './cursor.ts'
import { readPreemptionQuery } from './preemption-query.ts'
import { clusterAuditLog, unavailable } from './store-access.ts'
import { verify } from './verification.ts'

/** /v1/clusters/{cluster}/preemptions: the audit log of preemptions. */
export const preemptions = new Hono<AppEnv>()
  .get('/', mayUseStore('audit:read'), async (c) => {
    const log = clusterAuditLog(c)
    if (!log.ok) return problem(c, log.error)
    const query = await readPreemptionQuery(log.value.cluster, c.get('caller'), c.req.query())
    if (!query.ok) return problem(c, query.error)
    const { filter, limit, before, question } = query.value
    const page = await listPreemptions(log.value, filter, { before, limit })
    if (!page.ok) return problem(c, unavailable(c, page.error))
    const items = await inParallel(page.value.records, (entry) => present(c, log.value, entry))
    if (!items.ok) return problem(c, unavailable(c, items.error))
    const next = page.value.before
    const nextCursor = next === null ? null : await encodeCursor(question, String(next))
    return respondJson(c, { items: items.value, nextCursor })
  })
  .get('/verify', mayUseStore('audit:read'), verify)
  .get('/:id', mayUseStore('audit:read'), async (c) => {
    const log = clusterAuditLog(c)
    if (!log.ok) return problem(c, log.error)
    const entry = await findPreemption(log.value, c.req.param('id'))
    if (!entry.ok) return problem(c, unavailable(c, entry.error))
    const tenant = tenantNamespaces(c.get('caller'))
    const isHidden = entry.value !== null && tenant !== null && !concernsTenant(entry.value, tenant)
    if (entry.value === null || isHidden) return unknownRecord(c)
    const item = await present(c, log.value, entry.value)
    return item.ok ? respondJson(c, item.value) : problem(c, unavailable(c, item.error))
  })
  .post('/:id/outcome', mayUseStore('decide'), async (c) => {
    const log = clusterAuditLog(c)
    if (!log.ok) return problem(c, log.error)
    const body = await readRequest(c, OutcomeRequest, SETTINGS_BODY)
    if (!body.ok) return problem(c, body.error)
    const entry = await findPreemption(log.value, c.req.param('id'))
    if (!entry.ok) return problem(c, unavailable(c, entry.error))
    const tenant = tenantNamespaces(c.get('caller'))
    const isHidden = entry.value !== null && tenant !== null && !concernsTenant(entry.value, tenant)
    if (entry.value === null || isHidden) return unknownRecord(c)
    const { outcome, reason = null } = body.value.value
    const caller = c.get('caller').name
    const requestId = c.get('requestId')
    const report = { outcome, reason, caller, requestId }
    const reported = await reportOutcome(log.value, entry.value, report)
    if (reported.ok) {
      const { entry, isNew } = reported.value
      const told = tenant === null ? entry : tenantOutcome(entry)
      return respondJson(c, told, { status: isNew ? 201 : 200 })
    }
    if (reported.error.kind === 'unavailable') return problem(c, unavailable(c, reported.error))
    if (reported.error.kind === 'tooLarge') throw new Error('an outcome is never too large')
    const detail = `Its outcome was reported before: ${reported.error.outcome ?? 'expired'}`
    return problem(c, { code: 'version-conflict', status: 409, detail })
  })

function unknownRecord(c: Context<AppEnv>): Response {
  const detail = `There is no preemption "${c.req.param('id')}"`
  return problem(c, { code: 'not-found', detail })
}

/** A record with its outcome, in the view that the caller may have. */
async function present(
  c: Context<AppEnv>,
  log: AuditLog,
  entry: PreemptionEntry,
): Promise<Stored<PreemptionRecord | TenantPreemptionRecord, Unavailable>> {
  const outcome = await findOutcome(log, entry.id)
  if (!outcome.ok) return outcome
  const tenant = tenantNamespaces(c.get('caller'))
  if (tenant === null) return found(administratorView(entry, outcome.value))
  return found(tenantView(entry, outcome.value, tenant))
}
