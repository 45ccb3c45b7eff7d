import type { Context } from 'hono'
import * as z from 'zod'
import { type KeptSnapshot, SnapshotName } from '../../../../schemas/snapshots/kept-snapshot.ts'
import { batchOf } from '../../../batches/own-snapshots.ts'
import { err, ok, type Result } from '../../../result.ts'
import { lastDigest, type SnapshotHead } from '../../../snapshots/port.ts'
import { ageSeconds } from '../../../snapshots/snapshot-library.ts'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import { foreignSnapshot } from './named-snapshot.ts'
import { validate } from './validate.ts'

/** The name in the path, of a snapshot that the caller may name. */
export function readSnapshotName(c: Context<AppEnv>): Result<string, Fault> {
  const name = validate(z.object({ name: SnapshotName }), { name: c.req.param('name') })
  if (!name.ok) return name
  if (batchOf(name.value.name) !== null) return err(OF_A_BATCH)
  const fault = foreignSnapshot(c.get('caller'), name.value.name)
  return fault === null ? ok(name.value.name) : err(fault)
}

const OF_A_BATCH: Fault = {
  code: 'forbidden',
  detail: 'The snapshot that a batch brought is kept with its batch alone: see /v1/batches',
}

/** What is told of a kept snapshot. */
export function keptSnapshotOf(name: string, head: SnapshotHead, now: Date): KeptSnapshot {
  return {
    name,
    digest: lastDigest(head),
    storedAt: new Date(head.storedAtMs).toISOString(),
    ageSeconds: ageSeconds(head, now),
    bytes: head.bytes,
    patches: head.digests.length - 1,
    objects: { ...head.counts },
  }
}
