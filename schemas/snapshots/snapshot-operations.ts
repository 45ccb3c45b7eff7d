import * as z from 'zod'
import { BODY_PROBLEMS, COMMON_PROBLEMS, type Operation } from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import { KeptSnapshot, SnapshotDigest, SnapshotName } from './kept-snapshot.ts'
import { Snapshot } from './snapshot.ts'
import { SnapshotPatch } from './snapshot-patch.ts'

const PATH = '/v1/snapshots/{name}'

const SnapshotEventData = z
  .union([KeptSnapshot, SnapshotPatch, z.strictObject({ name: SnapshotName })])
  .meta({
    id: 'SnapshotEventData',
    description: 'Of `kept` and `replaced` the first, of `patch` the second, of `gone` the third.',
  })

const NAME_PROBLEMS = [
  ...COMMON_PROBLEMS,
  'not-a-request',
  'unauthenticated',
  'forbidden',
] as const satisfies readonly ProblemCode[]

const WRITE_PROBLEMS = [
  ...NAME_PROBLEMS,
  ...BODY_PROBLEMS,
  'too-many',
  'invalid-quantity',
  'invalid-selector',
  'duplicate-object',
  'version-conflict',
] as const satisfies readonly ProblemCode[]

/** Clusters that requests can name instead of bringing them. */
export const SNAPSHOT_OPERATIONS: readonly Operation[] = [
  {
    id: 'getSnapshot',
    method: 'get',
    path: PATH,
    summary: 'What is kept under a name: its digest, age and counts.',
    headers: ['If-None-Match'],
    answers: [
      { status: 200, means: 'What is known of it; its digest is the ETag.', body: KeptSnapshot },
      { status: 304, means: 'The caller knows this state.' },
    ],
    problems: [...NAME_PROBLEMS, 'snapshot-not-found'],
    token: 'configured',
  },
  {
    id: 'getSnapshotObjects',
    method: 'get',
    path: `${PATH}/objects`,
    summary: 'The objects that are kept under a name, as far as scheduling reads them.',
    headers: ['If-None-Match'],
    answers: [
      { status: 200, means: 'A snapshot; its digest is the ETag.', body: Snapshot },
      { status: 304, means: 'The caller knows this state.' },
    ],
    problems: [...NAME_PROBLEMS, 'snapshot-not-found'],
    token: 'configured',
  },
  {
    id: 'followSnapshot',
    method: 'get',
    path: `${PATH}/events`,
    summary: 'Tells of every change to what is kept under a name, as server-sent events.',
    query: z.object({
      digest: SnapshotDigest.optional().meta({
        description: 'The state that the caller has; a Last-Event-ID comes first.',
      }),
    }),
    headers: ['Last-Event-ID'],
    answers: [
      {
        status: 200,
        means:
          'Events of which the id is the digest of the state that they lead to: `kept` (it is so now), ' +
          '`patch` (what leads there from the state before), `replaced` (its objects have to be read anew), ' +
          '`gone`. It ends after ten minutes: the follower comes again with the last id.',
        body: SnapshotEventData,
        contentType: 'text/event-stream',
      },
    ],
    problems: [...NAME_PROBLEMS, 'snapshot-not-found', 'not-found'],
    token: 'configured',
  },
  {
    id: 'putSnapshot',
    method: 'put',
    path: PATH,
    summary: 'Keeps a snapshot, in any form that a decision takes, for requests to name.',
    headers: ['If-Match', 'If-None-Match'],
    request: Snapshot,
    answers: [
      { status: 200, means: 'It replaced another.', body: KeptSnapshot },
      { status: 201, means: 'It is the first of this name.', body: KeptSnapshot },
    ],
    problems: WRITE_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'patchSnapshot',
    method: 'patch',
    path: PATH,
    summary: 'Adds, replaces and removes objects; an empty patch says that it is still so.',
    headers: ['If-Match'],
    request: SnapshotPatch,
    answers: [{ status: 200, means: 'All of it was done.', body: KeptSnapshot }],
    problems: [...WRITE_PROBLEMS, 'snapshot-not-found'],
    token: 'configured',
  },
  {
    id: 'deleteSnapshot',
    method: 'delete',
    path: PATH,
    summary: 'Forgets a snapshot.',
    headers: ['If-Match'],
    answers: [{ status: 204, means: 'It is gone.' }],
    problems: [...NAME_PROBLEMS, 'snapshot-not-found', 'version-conflict'],
    token: 'configured',
  },
]
