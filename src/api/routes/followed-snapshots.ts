import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { SnapshotDigest } from '../../../schemas/snapshots/kept-snapshot.ts'
import { err, ok, type Result } from '../../result.ts'
import { objectOf } from '../../snapshot/json/raw-object.ts'
import {
  type ObjectChanges,
  type SnapshotArrays,
  SnapshotObjects,
} from '../../snapshot/snapshot-objects.ts'
import { followSnapshot, type SnapshotEvent } from '../../snapshots/follow-snapshot.ts'
import { lastDigest } from '../../snapshots/port.ts'
import { notFound } from '../../snapshots/snapshot-library.ts'
import { jsonParts } from '../../use-cases/json-parts.ts'
import type { AppEnv } from '../http/app-env.ts'
import { mayReadSnapshots } from '../http/authorize.ts'
import type { Fault } from '../http/fault.ts'
import { offload } from '../http/offload.ts'
import { problem } from '../http/problem.ts'
import { SNAPSHOT_BODY } from '../http/request/body-plans.ts'
import { keptSnapshotOf, readSnapshotName } from '../http/request/kept-snapshot.ts'
import { validate } from '../http/request/validate.ts'
import {
  EVENTS_TYPE,
  eventText,
  NOTHING_HAPPENED,
  respondEvents,
} from '../http/response/event-stream.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { entityTag, isNotModified } from './entity-tag.ts'

const RETRY_SECONDS = 10

/** /v1/snapshots/{name}/objects and /events: a kept cluster for whoever shows it, and follows it. */
export const followedSnapshots = new Hono<AppEnv>()
  .get('/:name/objects', mayReadSnapshots(), offload(), async (c) => {
    const name = readSnapshotName(c)
    if (!name.ok) return problem(c, name.error)
    const { snapshots: library } = c.get('platform')
    const found = await library.find({ name: name.value }, SNAPSHOT_BODY.keeps)
    if (!found.ok) return problem(c, found.error)
    const tag = entityTag(found.value.digest)
    if (isNotModified(c, tag)) return c.body(null, 304, { ETag: tag })
    c.header('ETag', tag)
    return respondStream(c, partsOf(found.value.snapshot))
  })
  .get('/:name/events', mayReadSnapshots(), async (c) => {
    const name = readSnapshotName(c)
    if (!name.ok) return problem(c, name.error)
    const from = readFrom(c)
    if (!from.ok) return problem(c, from.error)
    const { snapshots: library, followers, clientOf, runtime, now } = c.get('platform')
    if (followers === null) return problem(c, NO_STREAMS)
    if ((await library.port.head(name.value)) === null) return problem(c, notFound(name.value))
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': EVENTS_TYPE })
    const leave = followers.enter(clientOf(c))
    if (leave === null) return problem(c, TOO_MANY_FOLLOWERS)
    const { sleep } = runtime
    const events = followSnapshot({ library, name: name.value, from: from.value, sleep })
    return respondEvents(c, textsOf(events, name.value, now), leave)
  })

const NO_STREAMS: Fault = {
  code: 'not-found',
  detail: 'This deployment sends whole answers only, so that nobody can follow a snapshot here',
}

const TOO_MANY_FOLLOWERS: Fault = {
  code: 'rate-limited',
  detail: 'As many follow snapshots here as may at a time, or half of these from one address',
  retryAfterSeconds: RETRY_SECONDS,
}

async function* partsOf(snapshot: SnapshotArrays): AsyncGenerator<string, void, void> {
  yield* jsonParts(plainArrays(snapshot), 1)
}

/** A patch as its writer could have sent it, with what is read of its objects. */
function plainChanges({ put, remove = [] }: ObjectChanges): object {
  const putArrays = put === undefined ? {} : SnapshotObjects.of(put).toArrays()
  return { put: plainArrays(putArrays), remove }
}

/** Pods that were read from bytes become the objects that they stand for. */
function plainArrays(arrays: SnapshotArrays): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(arrays).map(([kind, objects]) => [kind, objects.map(objectOf)]),
  )
}

const FROM = z.object({ digest: SnapshotDigest.optional() })

/** The state that the caller knows: that of the last event, or the one that it has read. */
function readFrom(c: Context<AppEnv>): Result<string | null, Fault> {
  const digest = c.req.header('last-event-id') || c.req.query('digest')
  const read = validate(FROM, digest === undefined ? {} : { digest })
  return read.ok ? ok(read.value.digest ?? null) : err(read.error)
}

async function* textsOf(
  events: AsyncIterable<SnapshotEvent>,
  name: string,
  now: () => Date,
): AsyncGenerator<string, void, void> {
  for await (const event of events) {
    switch (event.kind) {
      case 'kept':
      case 'replaced':
        yield eventText(event.kind, lastDigest(event.head), keptSnapshotOf(name, event.head, now()))
        break
      case 'patch':
        yield eventText('patch', event.digest, plainChanges(event.changes))
        break
      case 'gone':
        yield eventText('gone', '', { name })
        break
      case 'silence':
        yield NOTHING_HAPPENED
    }
  }
}
