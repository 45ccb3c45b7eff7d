import * as z from 'zod'
import { SNAPSHOT_RESOURCES } from '../../src/snapshot/snapshot-resources.ts'

/** A cluster's name, and where it has several snapshots, which of them. */
export const SnapshotName = z
  .string()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,98}[A-Za-z0-9])?(~[A-Za-z0-9._-]{1,50})?$/, {
    error: 'must be the name of a cluster, or that and behind a ~ which of its snapshots',
  })
  .meta({
    id: 'SnapshotName',
    description:
      'Names a cluster (1 to 100 characters); `~` and up to 50 more tell its snapshots apart.',
    examples: ['prod', 'prod~before-upgrade'],
  })

export const SnapshotDigest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, { error: 'expected sha256: and 64 hexadecimal digits' })

const MAX_AGE_SECONDS_MAX = 1e9

/** In place of a snapshot, on every request that takes one. */
export const SnapshotReference = z
  .strictObject({
    name: SnapshotName,
    digest: SnapshotDigest.optional().meta({
      description: 'The state that is wanted; another one is `snapshot-stale`.',
    }),
    maxAgeSeconds: z.int().min(0).max(MAX_AGE_SECONDS_MAX).optional().meta({
      description: 'What was not put or patched for longer is `snapshot-stale`.',
    }),
  })
  .meta({
    id: 'SnapshotReference',
    description: 'A snapshot that was stored by PUT /v1/snapshots/{name}.',
  })
export type SnapshotReference = z.output<typeof SnapshotReference>

const count = z.int().min(0)

/** What PUT, PATCH and GET of /v1/snapshots/{name} answer. */
export const KeptSnapshot = z
  .strictObject({
    name: SnapshotName,
    digest: SnapshotDigest.meta({
      description:
        'Of its bytes after Content-Encoding is removed; a patch makes it the digest of the one ' +
        "before and of the patch's bytes. It is the ETag too.",
    }),
    storedAt: z.iso.datetime().meta({ description: 'When it was last put or patched.' }),
    ageSeconds: count,
    bytes: count.meta({ description: 'What it takes up, compressed.' }),
    patches: count.meta({ description: 'Since it was put.' }),
    objects: z
      .strictObject(
        Object.fromEntries(Object.keys(SNAPSHOT_RESOURCES).map((kind) => [kind, count.optional()])),
      )
      .meta({ description: 'By kind; of kinds that are not there it says nothing.' }),
  })
  .meta({ id: 'KeptSnapshot' })
export type KeptSnapshot = z.output<typeof KeptSnapshot>
