import { type Context, Hono } from 'hono'
import { BatchPageQuery, BatchRequest } from '../../../schemas/batches/batch.ts'
import type { Batches, BatchHead, Item } from '../../batches/batches.ts'
import { GzipCollector } from '../../compression.ts'
import { digestOfText } from '../../digest.ts'
import { err, ok, type Result } from '../../result.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { lastDigest } from '../../snapshots/port.ts'
import { checkSnapshot } from '../../use-cases/reading/check-snapshot.ts'
import { VERSION } from '../../version.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayDecide } from '../http/authorize.ts'
import { type Fault, faultOf } from '../http/fault.ts'
import { limitInflight } from '../http/limits/limit-inflight.ts'
import { problem } from '../http/problem.ts'
import { readBody } from '../http/request/body.ts'
import { BATCH_BODY } from '../http/request/body-plans.ts'
import { foreignSnapshot } from '../http/request/named-snapshot.ts'
import { validate } from '../http/request/validate.ts'
import { formOfAnswer } from '../http/response/lines.ts'
import { respondJson } from '../http/response/respond.ts'
import { respondStream } from '../http/response/respond-stream.ts'

/** Snapshots that a batch brought itself are kept as states of this cluster. */
const OWN_CLUSTER = 'batch'
const OWN_NAME_CHARS = 40

/** /v1/batches: many questions about one snapshot, answered while nobody waits. */
export const batches = new Hono<AppEnv>()
  .post('/', mayDecide(), limitInflight(), async (c) => {
    const { batches: service } = c.get('platform')
    if (service === null) return problem(c, NO_BATCHES)
    const body = await readBody(c, BATCH_BODY)
    if (!body.ok) return problem(c, body.error)
    const request = validate(BatchRequest, body.value.value)
    if (!request.ok) return problem(c, request.error)
    const { items } = request.value
    const twice = duplicateOf(items)
    if (twice !== null) return problem(c, twice)
    const snapshot = await pin(c, request.value.snapshot, body.value.digest)
    if (!snapshot.ok) return problem(c, snapshot.error)
    const owner = c.get('caller').name
    const asked = [body.value.digest, snapshot.value.digest, owner, VERSION].join('\n')
    const id = `b-${digestOfText(asked).slice('sha256:'.length).slice(0, 32)}`
    const { head, isNew } = await service.begin({ id, owner, snapshot: snapshot.value }, items)
    const headers = { Location: `/v1/batches/${id}` }
    return respondJson(c, await service.progress(head), { status: isNew ? 202 : 200, headers })
  })
  .get('/:id', mayDecide(), async (c) => {
    const found = await find(c)
    if (!found.ok) return problem(c, found.error)
    const { service, head } = found.value
    return respondJson(c, await service.progress(head))
  })
  .get('/:id/results', mayDecide(), async (c) => {
    const found = await find(c)
    if (!found.ok) return problem(c, found.error)
    const query = validate(BatchPageQuery, c.req.query())
    if (!query.ok) return problem(c, query.error)
    const { service, head } = found.value
    const from = Number(query.value.continue ?? 0)
    if (formOfAnswer(c) === 'lines') return respondStream(c, lines(service, head, from), 'lines')
    const answers = await service.answers(head, from)
    return respondJson(c, {
      items: answers ?? [],
      ...end(head, answers === null ? from : from + 1),
    })
  })
  .delete('/:id', mayDecide(), async (c) => {
    const found = await find(c)
    if (!found.ok) return problem(c, found.error)
    await found.value.service.remove(found.value.head)
    return c.body(null, 204)
  })

/** The snapshot that all items are asked of, by its name and the state that it has now. */
async function pin(
  c: Context<AppEnv>,
  snapshot: BatchRequest['snapshot'],
  requestDigest: string,
): Promise<Result<BatchHead['snapshot'], Fault>> {
  const { snapshots: library } = c.get('platform')
  if (!isReference(snapshot)) return keepOwn(c, snapshot, requestDigest)
  const { name, digest, maxAgeSeconds } = snapshot
  const fault = foreignSnapshot(c.get('caller'), name)
  if (fault !== null) return err(fault)
  const head = await library.port.head(name)
  if (head === null) {
    return err({ code: 'snapshot-not-found', detail: `There is no snapshot ${name}` })
  }
  const current = lastDigest(head)
  const ageSeconds = (c.get('platform').now().getTime() - head.storedAtMs) / 1000
  if ((digest !== undefined && digest !== current) || ageSeconds > (maxAgeSeconds ?? Infinity)) {
    const detail = `The snapshot ${name} is ${current}, ${Math.floor(ageSeconds)} s old`
    return err({ code: 'snapshot-stale', detail })
  }
  return ok({ name, digest: current })
}

/** Keeps a snapshot that came with the batch, as if it had been put by name. */
async function keepOwn(
  c: Context<AppEnv>,
  snapshot: unknown,
  requestDigest: string,
): Promise<Result<BatchHead['snapshot'], Fault>> {
  const { snapshots: library, limits, now } = c.get('platform')
  const checked = checkSnapshot(snapshot, limits.nodes)
  if (!checked.ok) return err(faultOf(checked.error))
  const text = JSON.stringify(snapshot)
  const digest = digestOfText(text)
  const packing = new GzipCollector()
  await packing.add(new TextEncoder().encode(text))
  const packed = await packing.finish()
  const head = { digests: [digest], storedAtMs: now().getTime(), bytes: packed.length }
  const name = `${OWN_CLUSTER}~${requestDigest.slice('sha256:'.length).slice(0, OWN_NAME_CHARS)}`
  const kept = { ...head, counts: checked.value.counts(), parts: [packed] }
  const put = await library.port.put(name, kept, undefined)
  if (put.kind === 'kept') return ok({ name, digest })
  return err({ code: 'too-large', detail: 'The snapshot is larger than those that are kept' })
}

function isReference(
  snapshot: BatchRequest['snapshot'],
): snapshot is Extract<BatchRequest['snapshot'], { name: string }> {
  return isObject(snapshot) && typeof snapshot['name'] === 'string'
}

function duplicateOf(items: readonly Item[]): Fault | null {
  const seen = new Set<string>()
  for (const [index, { id }] of items.entries()) {
    if (id === undefined) continue
    const message = `${JSON.stringify(id)} is the id of an item before`
    const issue = { pointer: `/items/${index}/id`, code: 'duplicate-object', message } as const
    if (seen.has(id)) return faultOf([issue])
    seen.add(id)
  }
  return null
}

/** A batch is for whoever began it; to others it is as if it were not there. */
async function find(
  c: Context<AppEnv>,
): Promise<Result<{ readonly service: Batches; readonly head: BatchHead }, Fault>> {
  const { batches: service } = c.get('platform')
  if (service === null) return err(NO_BATCHES)
  const id = c.req.param('id') ?? ''
  const head = /^b-[0-9a-f]{32}$/.test(id) ? await service.head(id) : null
  const { name, roles } = c.get('caller')
  const isForCaller = head !== null && (head.owner === name || roles.has('admin'))
  return isForCaller ? ok({ service, head }) : err(NO_SUCH_BATCH)
}

async function* lines(
  service: Batches,
  head: BatchHead,
  from: number,
): AsyncGenerator<string, void, void> {
  let part = from
  for (;;) {
    const answers = await service.answers(head, part)
    if (answers === null) break
    part += 1
    for (const answer of answers) yield `${JSON.stringify(answer)}\n`
  }
  yield `${JSON.stringify(end(head, part))}\n`
}

function end({ itemCount, partSize }: BatchHead, part: number) {
  const isWhole = part * partSize >= itemCount
  return { status: isWhole ? 'done' : 'running', continue: isWhole ? null : String(part) } as const
}

const NO_BATCHES: Fault = {
  code: 'store-not-configured',
  detail: 'This deployment has no place for batches: docs/scale.md says what one needs',
}

const NO_SUCH_BATCH: Fault = {
  code: 'not-found',
  detail:
    'There is no such batch: it has expired, was deleted, or ended with the process it was in',
}
