import { type Context, Hono } from 'hono'
import {
  OutcomeRequest,
  type PreemptionRecord,
  type TenantPreemptionRecord,
} from '../../../schemas/store/preemption-record.ts'
import { tenantNamespaces } from '../../auth/caller.ts'
import { ok, type Result } from '../../result.ts'
import { counted } from '../../store/audit/counted.ts'
import type { LogFailure } from '../../store/audit/fault.ts'
import type { AuditLog } from '../../store/audit/log.ts'
import { findRecord } from '../../store/audit/lookup/find.ts'
import { listPreemptions } from '../../store/audit/lookup/list.ts'
import { reportOutcome } from '../../store/audit/records/outcome.ts'
import {
  administratorView,
  concernsTenant,
  outcomeEntry,
  tenantOutcome,
  tenantView,
} from '../../store/audit/records/present.ts'
import type { Shown } from '../../store/audit/records/shown.ts'
import { inParallel } from '../../store/in-parallel.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayUseStore } from '../http/authorize.ts'
import { problem } from '../http/problem.ts'
import { SETTINGS_BODY } from '../http/request/body-plans.ts'
import { readRequest } from '../http/request/request.ts'
import { respondJson } from '../http/response/respond.ts'
import { accessCluster, logFault, unavailable } from '../http/store/store-access.ts'
import { readPreemptionQuery } from './preemption-query.ts'
import { verify } from './verification.ts'

/** /v1/clusters/{cluster}/preemptions: the audit log of preemptions. */
export const preemptions = new Hono<AppEnv>()
  .get('/', mayUseStore('audit:read'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const { callsMax, cursors } = access.value
    const log = { ...access.value.log, store: counted(access.value.log.store) }
    const query = await readPreemptionQuery(c, access.value)
    if (!query.ok) return problem(c, query.error)
    const { filter, limit, before, question } = query.value
    // Half for the records, half for their outcomes.
    const page = await listPreemptions(log, filter, { before, limit, callsMax: callsMax / 2 })
    if (!page.ok) return problem(c, unavailable(c, page.error))
    const { records } = page.value
    const items = await presentSome(c, log, records, callsMax)
    if (!items.ok) return problem(c, logFault(c, items.error))
    const last = records[items.value.length - 1]
    const isCut = items.value.length < records.length
    const next = isCut && last !== undefined ? last.record.sequence : page.value.before
    const cursor = next === null ? ok(null) : await cursors.seal(question, String(next))
    if (!cursor.ok) return problem(c, unavailable(c, cursor.error))
    return respondJson(c, { items: items.value, nextCursor: cursor.value })
  })
  .get('/verify', mayUseStore('audit:read'), verify)
  .get('/:id', mayUseStore('audit:read'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const { log } = access.value
    const found = await findRecord(log, 'preemption', c.req.param('id'))
    if (!found.ok) return problem(c, logFault(c, found.error))
    const shown = visible(c, found.value)
    if (shown === null) return unknownRecord(c)
    const item = await present(c, log, shown)
    return item.ok ? respondJson(c, item.value) : problem(c, logFault(c, item.error))
  })
  .post('/:id/outcome', mayUseStore('decide'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const { log } = access.value
    const body = await readRequest(c, OutcomeRequest, SETTINGS_BODY)
    if (!body.ok) return problem(c, body.error)
    const found = await findRecord(log, 'preemption', c.req.param('id'))
    if (!found.ok) return problem(c, logFault(c, found.error))
    const shown = visible(c, found.value)
    if (shown === null) return unknownRecord(c)
    const { outcome, reason = null } = body.value.value
    const { name: caller } = c.get('caller')
    const report = { outcome, reason, caller, requestId: c.get('requestId') }
    const reported = await reportOutcome(log, shown.record.id, report)
    if (reported.ok) {
      const { shown: told, isNew } = reported.value
      const isTenant = tenantNamespaces(c.get('caller')) !== null
      const answer = isTenant ? tenantOutcome(told) : outcomeEntry(told)
      return respondJson(c, answer, { status: isNew ? 201 : 200 })
    }
    const { error } = reported
    if (error.kind === 'tooLarge') throw new Error('an outcome is never too large')
    if (error.kind !== 'taken') return problem(c, logFault(c, error))
    const detail = `Its outcome was reported before: ${error.outcome ?? 'expired'}`
    return problem(c, { code: 'version-conflict', status: 409, detail })
  })

/** Null also for a tenant whom the record does not concern: as if there were none. */
function visible(
  c: Context<AppEnv>,
  shown: Shown<'preemption'> | null,
): Shown<'preemption'> | null {
  const tenant = tenantNamespaces(c.get('caller'))
  return shown === null || tenant === null || concernsTenant(shown, tenant) ? shown : null
}

function unknownRecord(c: Context<AppEnv>): Response {
  const detail = `There is no preemption "${c.req.param('id')}"`
  return problem(c, { code: 'not-found', detail })
}

/** Whose outcomes are looked for at once, and what each usually takes at most. */
const PRESENTED_AT_ONCE = 6
const CALLS_OF_OUTCOME = 3

/** As many of these, from the first on, as the calls that are left of so many allow. */
async function presentSome(
  c: Context<AppEnv>,
  log: AuditLog & { readonly store: ReturnType<typeof counted> },
  records: readonly Shown<'preemption'>[],
  callsMax: number,
): Promise<Result<(PreemptionRecord | TenantPreemptionRecord)[], LogFailure>> {
  const items: (PreemptionRecord | TenantPreemptionRecord)[] = []
  for (let start = 0; start < records.length; start += PRESENTED_AT_ONCE) {
    const some = records.slice(start, start + PRESENTED_AT_ONCE)
    if (start > 0 && log.store.calls() + CALLS_OF_OUTCOME * some.length > callsMax) break
    const presented = await inParallel(some, (shown) => present(c, log, shown))
    if (!presented.ok) return presented
    items.push(...presented.value)
  }
  return ok(items)
}

/** A record with its outcome, in the view that the caller may have. */
async function present(
  c: Context<AppEnv>,
  log: AuditLog,
  shown: Shown<'preemption'>,
): Promise<Result<PreemptionRecord | TenantPreemptionRecord, LogFailure>> {
  const outcome = await findRecord(log, 'outcome', shown.record.id)
  if (!outcome.ok) return outcome
  const tenant = tenantNamespaces(c.get('caller'))
  if (tenant === null) return ok(administratorView(shown, outcome.value))
  return ok(tenantView(shown, outcome.value, tenant))
}
