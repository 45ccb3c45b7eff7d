import { type Context, Hono } from 'hono'
import * as z from 'zod'
import {
  type PriorityClass,
  PriorityClassInput,
  type PriorityClassList,
  PriorityClassName,
} from '../../../schemas/store/priority-class.ts'
import { ListParameters } from '../../../schemas/store/store-parameters.ts'
import { ok } from '../../result.ts'
import type { LogFailure } from '../../store/audit/fault.ts'
import type { AuditLog } from '../../store/audit/log.ts'
import type { Unavailable } from '../../store/port.ts'
import type { ClassWriter } from '../../store/priority-classes/change.ts'
import {
  deletePriorityClass,
  findPriorityClass,
  loadPriorityClasses,
  putPriorityClass,
} from '../../store/priority-classes/classes.ts'
import type { Refusal } from '../../store/priority-classes/refusal.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayUseStore } from '../http/authorize.ts'
import { type Fault, faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { SETTINGS_BODY } from '../http/request/body-plans.ts'
import { readRequest } from '../http/request/request.ts'
import { validate } from '../http/request/validate.ts'
import { respondJson } from '../http/response/respond.ts'
import { accessCluster, logFault, unavailable } from '../http/store/store-access.ts'
import { entityTag, isNotModified, readExpectation } from './entity-tag.ts'

/** /v1/clusters/{cluster}/priorityclasses: the classes that a cluster's pods can name. */
export const priorityClasses = new Hono<AppEnv>()
  .get('/', mayUseStore('decide', 'audit:read', 'priority:write'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const query = validate(ListParameters, c.req.query())
    if (!query.ok) return problem(c, query.error)
    const { log, cursors } = access.value
    const { store, cluster } = log
    const token = query.value.continue
    const after = token === undefined ? ok('') : await cursors.open(cluster, token)
    if (!after.ok) return problem(c, unavailable(c, after.error))
    if (after.value === null) return problem(c, BAD_CONTINUE)
    const loaded = await loadPriorityClasses(store, cluster)
    if (!loaded.ok) return problem(c, unavailable(c, loaded.error))
    const { version, classes } = loaded.value
    const rest = classes.filter(({ metadata }) => metadata.name > (after.value ?? ''))
    const items = rest.slice(0, query.value.limit)
    const remaining = rest.length - items.length
    const last = items.at(-1)?.metadata.name ?? ''
    const next = remaining === 0 ? ok(null) : await cursors.seal(cluster, last)
    if (!next.ok) return problem(c, unavailable(c, next.error))
    return respondJson(c, toPage(version, items, next.value, remaining))
  })
  .get('/:name', mayUseStore('decide', 'audit:read', 'priority:write'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const { store, cluster } = access.value.log
    const found = await findPriorityClass(store, cluster, c.req.param('name'))
    if (!found.ok) return problem(c, unavailable(c, found.error))
    if (found.value === null) return problem(c, toFault(c, { kind: 'notFound' }))
    const tag = entityTag(found.value.metadata.resourceVersion)
    if (isNotModified(c, tag)) return c.body(null, 304, { ETag: tag })
    return respondClass(c, found.value, 200)
  })
  .put('/:name', mayUseStore('priority:write'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const name = validate(z.object({ name: PriorityClassName }), { name: c.req.param('name') })
    if (!name.ok) return problem(c, name.error)
    const body = await readRequest(c, PriorityClassInput, SETTINGS_BODY)
    if (!body.ok) return problem(c, body.error)
    const expectation = readExpectation(c)
    const put = await putPriorityClass(
      writerOf(c, access.value.log),
      name.value.name,
      body.value.value,
      expectation,
    )
    if (!put.ok) return problem(c, toFault(c, put.error))
    return respondClass(c, put.value.written, put.value.isNew ? 201 : 200)
  })
  .delete('/:name', mayUseStore('priority:write'), async (c) => {
    const access = accessCluster(c)
    if (!access.ok) return problem(c, access.error)
    const expectation = readExpectation(c)
    const deleted = await deletePriorityClass(
      writerOf(c, access.value.log),
      c.req.param('name'),
      expectation,
    )
    return deleted.ok ? c.body(null, 204) : problem(c, toFault(c, deleted.error))
  })

function writerOf(c: Context<AppEnv>, log: AuditLog): ClassWriter {
  return { log, caller: c.get('caller').name, requestId: c.get('requestId') }
}

function respondClass(c: Context<AppEnv>, written: PriorityClass, status: 200 | 201): Response {
  const headers = { ETag: entityTag(written.metadata.resourceVersion) }
  return respondJson(c, written, { status, headers })
}

function toPage(
  version: number,
  items: PriorityClass[],
  next: string | null,
  remainingItemCount: number,
): PriorityClassList {
  const more = next === null ? {} : { continue: next, remainingItemCount }
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClassList',
    metadata: { resourceVersion: String(version), ...more },
    items,
  }
}

/** The write's answer was lost; the same request again finds out, and changes nothing twice. */
function inDoubt(c: Context<AppEnv>, failure: Unavailable): Fault {
  const fault = unavailable(c, failure)
  const detail = `${fault.detail}; whether the class was written is not known`
  return { ...fault, detail }
}

const BAD_CONTINUE: Fault = faultOf([
  { pointer: '/continue', code: 'not-a-request', message: 'is not a continue token of this list' },
])

function toFault(c: Context<AppEnv>, refusal: Refusal | LogFailure): Fault {
  const name = c.req.param('name') ?? ''
  switch (refusal.kind) {
    case 'unavailable':
      return refusal.mayHaveWritten ? inDoubt(c, refusal) : unavailable(c, refusal)
    case 'broken':
      return logFault(c, refusal)
    case 'notFound':
      return { code: 'not-found', detail: `There is no PriorityClass "${name}"` }
    case 'reserved':
      return { code: 'forbidden', detail: `PriorityClass "${name}" belongs to the system` }
    case 'invalid':
      return faultOf(refusal.violations.map((one) => ({ ...one, code: 'not-a-request' })))
    case 'unexpected': {
      const { resourceVersion } = refusal
      const now = resourceVersion === null ? 'it does not exist' : `it is at ${resourceVersion}`
      return { code: 'version-conflict', status: 412, detail: `The condition fails: ${now}` }
    }
    case 'outdated': {
      const detail = `metadata.resourceVersion is not the current "${refusal.resourceVersion}"`
      return { code: 'version-conflict', detail }
    }
    case 'defaultTaken': {
      const detail = `PriorityClass ${refusal.name} is already marked as default. Only one default can exist`
      return { code: 'version-conflict', detail }
    }
    case 'full':
      return { code: 'too-large', detail: 'The classes of one cluster no longer fit one item' }
  }
}
