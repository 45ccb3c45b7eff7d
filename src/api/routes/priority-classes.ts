import { type Context, Hono } from 'hono'
import * as z from 'zod'
import {
  type PriorityClass,
  PriorityClassInput,
  type PriorityClassList,
  PriorityClassName,
} from '../../../schemas/priority-class.ts'
import { ListParameters } from '../../../schemas/store-parameters.ts'
import type { Unavailable } from '../../store/port.ts'
import {
  deletePriorityClass,
  findPriorityClass,
  loadPriorityClasses,
  putPriorityClass,
  type Refusal,
} from '../../store/priority-classes.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayUseStore } from '../http/authorize.ts'
import { SETTINGS_BODY } from '../http/body-plans.ts'
import { faultOf } from '../http/fault.ts'
import { type Fault, problem } from '../http/problem.ts'
import { readRequest } from '../http/request.ts'
import { respondJson } from '../http/respond.ts'
import { validate } from '../http/validate.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { entityTag, isNotModified, readExpectation } from './entity-tag.ts'
import { clusterStore, unavailable } from './store-access.ts'

/** /v1/clusters/{cluster}/priorityclasses: the classes that a cluster's pods can name. */
export const priorityClasses = new Hono<AppEnv>()
  .get('/', mayUseStore('decide', 'audit:read', 'priority:write'), async (c) => {
    const context = clusterStore(c)
    if (!context.ok) return problem(c, context.error)
    const query = validate(ListParameters, c.req.query())
    if (!query.ok) return problem(c, query.error)
    const { store, cluster } = context.value
    const after = await readContinue(cluster, query.value.continue)
    if (after === null) return problem(c, BAD_CONTINUE)
    const loaded = await loadPriorityClasses(store, cluster)
    if (!loaded.ok) return problem(c, unavailable(c, loaded.error))
    const { version, classes } = loaded.value
    const rest = classes.filter(({ metadata }) => metadata.name > after)
    return respondJson(c, await toPage(cluster, version, rest, query.value.limit))
  })
  .get('/:name', mayUseStore('decide', 'audit:read', 'priority:write'), async (c) => {
    const context = clusterStore(c)
    if (!context.ok) return problem(c, context.error)
    const { store, cluster } = context.value
    const found = await findPriorityClass(store, cluster, c.req.param('name'))
    if (!found.ok) return problem(c, unavailable(c, found.error))
    if (found.value === null) return problem(c, toFault(c, { kind: 'notFound' }))
    const tag = entityTag(found.value.metadata.resourceVersion)
    if (isNotModified(c, tag)) return c.body(null, 304, { ETag: tag })
    return respondClass(c, found.value, 200)
  })
  .put('/:name', mayUseStore('priority:write'), async (c) => {
    const context = clusterStore(c)
    if (!context.ok) return problem(c, context.error)
    const name = validate(z.object({ name: PriorityClassName }), { name: c.req.param('name') })
    if (!name.ok) return problem(c, name.error)
    const body = await readRequest(c, PriorityClassInput, SETTINGS_BODY)
    if (!body.ok) return problem(c, body.error)
    const expectation = readExpectation(c)
    const put = await putPriorityClass(
      context.value,
      name.value.name,
      body.value.value,
      expectation,
    )
    if (!put.ok) return problem(c, toFault(c, put.error))
    return respondClass(c, put.value.written, put.value.isNew ? 201 : 200)
  })
  .delete('/:name', mayUseStore('priority:write'), async (c) => {
    const context = clusterStore(c)
    if (!context.ok) return problem(c, context.error)
    const expectation = readExpectation(c)
    const deleted = await deletePriorityClass(context.value, c.req.param('name'), expectation)
    return deleted.ok ? c.body(null, 204) : problem(c, toFault(c, deleted.error))
  })

function respondClass(c: Context<AppEnv>, written: PriorityClass, status: 200 | 201): Response {
  const headers = { ETag: entityTag(written.metadata.resourceVersion) }
  return respondJson(c, written, { status, headers })
}

async function toPage(
  cluster: string,
  version: number,
  classes: readonly PriorityClass[],
  limit: number,
): Promise<PriorityClassList> {
  const items = classes.slice(0, limit)
  const remaining = classes.length - items.length
  const last = items.at(-1)?.metadata.name ?? ''
  const more =
    remaining === 0
      ? {}
      : { continue: await encodeCursor(cluster, last), remainingItemCount: remaining }
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClassList',
    metadata: { resourceVersion: String(version), ...more },
    items,
  }
}

/** The name after which a page starts; null when the token is not one of this cluster's. */
async function readContinue(cluster: string, token: string | undefined): Promise<string | null> {
  return token === undefined ? '' : decodeCursor(cluster, token)
}

const BAD_CONTINUE: Fault = faultOf([
  { pointer: '/continue', code: 'not-a-request', message: 'is not a continue token of this list' },
])

function toFault(c: Context<AppEnv>, refusal: Refusal | Unavailable): Fault {
  const name = c.req.param('name') ?? ''
  switch (refusal.kind) {
    case 'unavailable':
      return unavailable(c, refusal)
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
