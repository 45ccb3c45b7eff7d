import { type Context, Hono } from 'hono'
import { BatchPageQuery, BatchRequest } from '../../../schemas/batches/batch.ts'
import {
  type BatchHead,
  batchId,
  type Item,
  isBatchId,
  partsOf,
} from '../../batches/batch-values.ts'
import type { Batches, BatchStart } from '../../batches/batches.ts'
import { ownSnapshotName } from '../../batches/own-snapshots.ts'
import { GzipCollector } from '../../compression.ts'
import { digestOfText } from '../../digest.ts'
import { err, ok, type Result } from '../../result.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { type KeptSnapshot, lastDigest } from '../../snapshots/port.ts'
import { checkSnapshot } from '../../use-cases/reading/check-snapshot.ts'
import { VERSION } from '../../version.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayDecide } from '../http/authorize.ts'
import { type CodedIssue, type Fault, faultOf } from '../http/fault.ts'
import { limitInflight, tooBusy } from '../http/limits/limit-inflight.ts'
import { offload } from '../http/offload.ts'
import { problem } from '../http/problem.ts'
import { readBody } from '../http/request/body.ts'
import { BATCH_BODY } from '../http/request/body-plans.ts'
import { foreignSnapshot } from '../http/request/named-snapshot.ts'
import { validate } from '../http/request/validate.ts'
import { formOfAnswer } from '../http/response/lines.ts'
import { respondJson } from '../http/response/respond.ts'
import { respondStream } from '../http/response/respond-stream.ts'

/** /v1/batches: many questions about one snapshot, answered while nobody waits. */
export const batches = new Hono<AppEnv>()
  .post('/', mayDecide(), limitInflight(), offload(), async (c) => {
    const { batches: service } = c.get('platform')
    if (service === null) return problem(c, NO_BATCHES)
    const body = await readBody(c, BATCH_BODY)
    if (!body.ok) return problem(c, body.error)
    const request = validate(BatchRequest, body.value.value)
    if (!request.ok) return problem(c, request.error)
    const { items } = request.value
    const twice = duplicateOf(items)
    if (twice !== null) return problem(c, twice)
    const start = await readStart(c, request.value, body.value.digest)
    if (!start.ok) return problem(c, start.error)
    const { batch, isNew, isQueued } = await service.begin(start.value)
    if (!isQueued) return problem(c, tooBusy(QUEUE_FULL))
    const headers = { Location: `/v1/batches/${batch.id}` }
    return respondJson(c, batch, { status: isNew ? 202 : 200, headers })
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
    if (from >= partsOf(head).length) return problem(c, faultOf([NO_SUCH_PAGE]))
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

/** What a batch starts from: its snapshot is the one that it names, as it is now, or its own. */
async function readStart(
  c: Context<AppEnv>,
  { snapshot, items }: BatchRequest,
  requestDigest: string,
): Promise<Result<BatchStart, Fault>> {
  const { name: owner } = c.get('caller')
  const idWith = (digest: string) => batchId([requestDigest, digest, owner, VERSION].join('\n'))
  if (!isReference(snapshot)) {
    const own = await packOwn(c, snapshot)
    if (!own.ok) return own
    const digest = lastDigest(own.value)
    const id = idWith(digest)
    return ok({ id, owner, items, snapshot: { name: ownSnapshotName(id), digest }, own: own.value })
  }
  const { name } = snapshot
  const fault = foreignSnapshot(c.get('caller'), name)
  if (fault !== null) return err(fault)
  const head = await c.get('platform').snapshots.head(snapshot)
  if (!head.ok) return head
  const digest = lastDigest(head.value)
  return ok({ id: idWith(digest), owner, items, snapshot: { name, digest }, own: null })
}

/** A snapshot that came with the batch, as it is kept. */
async function packOwn(
  c: Context<AppEnv>,
  snapshot: unknown,
): Promise<Result<KeptSnapshot, Fault>> {
  const { limits, now } = c.get('platform')
  const checked = checkSnapshot(snapshot, limits.nodes, '/snapshot')
  if (!checked.ok) return err(faultOf(checked.error))
  const text = JSON.stringify(snapshot)
  const packing = new GzipCollector()
  await packing.add(new TextEncoder().encode(text))
  const packed = await packing.finish()
  return ok({
    digests: [digestOfText(text)],
    storedAtMs: now().getTime(),
    counts: checked.value.counts(),
    bytes: packed.length,
    parts: [packed],
  })
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
  const head = isBatchId(id) ? await service.head(id) : null
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

const QUEUE_FULL =
  'As many parts of batches wait as the queue takes; what it has of this batch stays, so post it again'

const NO_SUCH_PAGE: CodedIssue = {
  pointer: '/continue',
  code: 'not-a-request',
  message: 'must be what a page gave: the batch has no such part',
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
