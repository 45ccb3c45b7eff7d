import { type Context, Hono } from 'hono'
import { SnapshotPatch } from '../../../schemas/snapshots/snapshot-patch.ts'
import { GzipCollector } from '../../compression.ts'
import { digestOfText } from '../../digest.ts'
import { err, ok, type Result } from '../../result.ts'
import type { BodyPlan } from '../../snapshot/bytes/body-shape.ts'
import { type Expected, type Kept, lastDigest, type SnapshotHead } from '../../snapshots/port.ts'
import { ReadyClusters } from '../../snapshots/ready-clusters.ts'
import { notFound } from '../../snapshots/snapshot-library.ts'
import { changeSnapshot, checkSnapshot } from '../../use-cases/reading/check-snapshot.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayKeepSnapshots, mayReadSnapshots } from '../http/authorize.ts'
import { type Fault, faultOf } from '../http/fault.ts'
import { limitInflight } from '../http/limits/limit-inflight.ts'
import { offload } from '../http/offload.ts'
import { problem } from '../http/problem.ts'
import { type ReadBody, readBody } from '../http/request/body.ts'
import { SNAPSHOT_BODY, SNAPSHOT_PATCH_BODY } from '../http/request/body-plans.ts'
import { keptSnapshotOf, readSnapshotName } from '../http/request/kept-snapshot.ts'
import { validate } from '../http/request/validate.ts'
import { respondJson } from '../http/response/respond.ts'
import { entityTag, isNotModified, readExpectation } from './entity-tag.ts'

/** Patches that are kept behind one snapshot, before it has to be put anew. */
const PATCHES_MAX = 1000

const KEEPS = SNAPSHOT_BODY.keeps

/** /v1/snapshots/{name}: clusters that requests can name instead of bringing them. */
export const snapshots = new Hono<AppEnv>()
  .get('/:name', mayReadSnapshots(), async (c) => {
    const name = readSnapshotName(c)
    if (!name.ok) return problem(c, name.error)
    const { snapshots: library } = c.get('platform')
    const head = await library.port.head(name.value)
    if (head === null) return problem(c, notFound(name.value))
    const tag = entityTag(lastDigest(head))
    if (isNotModified(c, tag)) return c.body(null, 304, { ETag: tag })
    return respondHead(c, name.value, head, 200)
  })
  .put('/:name', mayKeepSnapshots(), limitInflight(), offload(), async (c) => {
    const name = readSnapshotName(c)
    if (!name.ok) return problem(c, name.error)
    const { snapshots: library, limits, now } = c.get('platform')
    const body = await readPacked(c, SNAPSHOT_BODY)
    if (!body.ok) return problem(c, body.error)
    const { value, digest, keptBytes, packed } = body.value
    const checked = checkSnapshot(value, limits.nodes)
    if (!checked.ok) return problem(c, faultOf(checked.error))
    const objects = checked.value
    const head: SnapshotHead = {
      digests: [digest],
      storedAtMs: now().getTime(),
      counts: objects.counts(),
      bytes: packed.length,
    }
    const expected = expectedOf(c)
    const kept = await library.port.put(name.value, { ...head, parts: [packed] }, expected)
    if (kept.kind !== 'kept') return problem(c, refusal(name.value, kept))
    const clusters = new ReadyClusters()
    library.remember(name.value, KEEPS, { objects, clusters, digest, keptBytes })
    return respondHead(c, name.value, head, kept.isNew ? 201 : 200)
  })
  .patch('/:name', mayKeepSnapshots(), limitInflight(), offload(), async (c) => {
    const name = readSnapshotName(c)
    if (!name.ok) return problem(c, name.error)
    const patched = await patch(c, name.value)
    return patched.ok ? respondHead(c, name.value, patched.value, 200) : problem(c, patched.error)
  })
  .delete('/:name', mayKeepSnapshots(), async (c) => {
    const name = readSnapshotName(c)
    if (!name.ok) return problem(c, name.error)
    const { snapshots: library } = c.get('platform')
    const deleted = await library.port.delete(name.value, expectedOf(c))
    library.forget(name.value)
    if (deleted.kind === 'absent') return problem(c, notFound(name.value))
    return deleted.kind === 'kept' ? c.body(null, 204) : problem(c, refusal(name.value, deleted))
  })

async function patch(c: Context<AppEnv>, name: string): Promise<Result<SnapshotHead, Fault>> {
  const { snapshots: library, limits, now } = c.get('platform')
  const body = await readPacked(c, SNAPSHOT_PATCH_BODY)
  if (!body.ok) return body
  const changes = validate(SnapshotPatch, body.value.value)
  if (!changes.ok) return changes
  const head = await library.port.head(name)
  if (head === null) return err(notFound(name))
  const before = lastDigest(head)
  const expected = expectedOf(c)
  if (expected !== undefined && expected !== before) {
    return err(refusal(name, { kind: 'conflict', digest: before }))
  }
  if (head.digests.length > PATCHES_MAX) return err(TOO_MANY_PATCHES)
  const { put, remove } = changes.value
  const storedAtMs = now().getTime()
  const read = await library.take(name, KEEPS, head)
  if (read === null) return err(notFound(name))
  const isEmpty = put === undefined && (remove ?? []).length === 0
  // Whoever reads it later reads all patches, so that together they are bounded as one body is.
  const keptBytes = read.keptBytes + (isEmpty ? 0 : body.value.keptBytes)
  if (keptBytes > limits.keptBytes) {
    library.remember(name, KEEPS, read)
    return err(tooMuchToRead(limits.keptBytes))
  }
  const changed = changeSnapshot(read.objects, changes.value, limits.nodes)
  if (!changed.ok) {
    library.remember(name, KEEPS, read)
    return err(faultOf(changed.error))
  }
  const digest = isEmpty ? before : digestOfText(`${before}\n${body.value.digest}`)
  const part = isEmpty ? null : body.value.packed
  const after: SnapshotHead = {
    digests: isEmpty ? head.digests : [...head.digests, digest],
    storedAtMs,
    counts: read.objects.counts(),
    bytes: head.bytes + (part?.length ?? 0),
  }
  const clusters = read.clusters.followed(changes.value)
  const kept = await library.port.append(name, { head: after, part }, before)
  if (kept.kind !== 'kept') return err(refusal(name, kept))
  library.remember(name, KEEPS, { objects: read.objects, clusters, digest, keptBytes })
  return ok(after)
}

const TOO_MANY_PATCHES: Fault = {
  code: 'too-many',
  detail: `The snapshot has ${PATCHES_MAX} patches; it has to be put anew before the next one`,
}

function tooMuchToRead(keptBytes: number): Fault {
  const detail = `The snapshot with its patches needs more than ${keptBytes} bytes of memory to be read; it has to be put anew`
  return { code: 'too-large', detail }
}

interface PackedBody extends ReadBody {
  /** Its bytes, compressed. */
  readonly packed: Uint8Array<ArrayBuffer>
}

/** Reads a body and keeps its bytes too. */
async function readPacked(c: Context<AppEnv>, plan: BodyPlan): Promise<Result<PackedBody, Fault>> {
  const packing = new GzipCollector()
  const body = await readBody(c, plan, (bytes) => packing.add(bytes))
  if (body.ok) return ok({ ...body.value, packed: await packing.finish() })
  await packing.drop()
  return body
}

/** What If-Match and If-None-Match demand. */
function expectedOf(c: Context<AppEnv>): Expected {
  const expectation = readExpectation(c)
  switch (expectation.kind) {
    case 'versions':
      // No digest is empty, so that none meets a header without a tag.
      return expectation.resourceVersions[0] ?? ''
    case 'absent':
      return null
    default:
      return undefined
  }
}

function refusal(name: string, kept: Exclude<Kept, { readonly kind: 'kept' }>): Fault {
  if (kept.kind === 'too-large') {
    const detail = `The snapshot takes up more than ${kept.limitBytes} bytes, compressed`
    return { code: 'too-large', detail }
  }
  const now = kept.digest === null ? 'it does not exist' : `it is ${kept.digest}`
  return {
    code: 'version-conflict',
    status: 412,
    detail: `The snapshot ${name} has changed: ${now}`,
  }
}

function respondHead(
  c: Context<AppEnv>,
  name: string,
  head: SnapshotHead,
  status: 200 | 201,
): Response {
  const headers = { ETag: entityTag(lastDigest(head)) }
  return respondJson(c, keptSnapshotOf(name, head, c.get('platform').now()), { status, headers })
}
