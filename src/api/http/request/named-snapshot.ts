import type { Context } from 'hono'
import * as z from 'zod'
import { SnapshotReference } from '../../../../schemas/snapshots/kept-snapshot.ts'
import { type Caller, mayUseSnapshotsOf } from '../../../auth/caller.ts'
import { digestOfText } from '../../../digest.ts'
import { err, ok, type Result } from '../../../result.ts'
import type { BodyPlan } from '../../../snapshot/bytes/body-shape.ts'
import { isObject } from '../../../snapshot/json/fields.ts'
import type { FoundSnapshot } from '../../../snapshots/snapshot-library.ts'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import { validate } from './validate.ts'

/** Tells which state of a named snapshot an answer rests on. */
export const SNAPSHOT_DIGEST_HEADER = 'Snapshot-Digest'

interface Body {
  readonly value: unknown
  readonly digest: string
}

interface ResolvedBody extends Body {
  /** The snapshot that it names; null: it brings its own, or none. */
  readonly named: FoundSnapshot | null
}

/** The request with the objects of the snapshot that it names in the place of the name. */
export async function withNamedSnapshot(
  c: Context<AppEnv>,
  body: Body,
  { keeps }: BodyPlan,
): Promise<Result<ResolvedBody, Fault>> {
  const { value } = body
  if (!isObject(value) || !isReference(value['snapshot'])) return ok({ ...body, named: null })
  const valid = validate(REQUEST_PART, { snapshot: value['snapshot'] })
  if (!valid.ok) return valid
  const reference = valid.value.snapshot
  const fault = foreignSnapshot(c.get('caller'), reference.name)
  if (fault !== null) return err(fault)
  const found = await c.get('platform').snapshots.find(reference, keeps)
  if (!found.ok) return found
  const { snapshot, digest } = found.value
  c.header(SNAPSHOT_DIGEST_HEADER, digest)
  return ok({
    value: { ...value, snapshot },
    // Equal requests have equal answers only while the name stands for the same.
    digest: digestOfText(`${body.digest}\n${digest}`),
    named: found.value,
  })
}

const REQUEST_PART = z.object({ snapshot: SnapshotReference })

/** No form of a snapshot has a text in this place. */
function isReference(snapshot: unknown): boolean {
  return isObject(snapshot) && typeof snapshot['name'] === 'string'
}

/** Why a caller may not name a snapshot at all: said before anything of it is looked at. */
export function foreignSnapshot(caller: Caller, name: string): Fault | null {
  const [cluster = ''] = name.split('~', 1)
  if (mayUseSnapshotsOf(caller, cluster)) return null
  const detail = `Snapshots of "${cluster}" are not for ${caller.name}: its token must be bound to that cluster`
  return { code: 'forbidden', detail }
}
