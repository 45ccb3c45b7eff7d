import { BODY_PROBLEMS, COMMON_PROBLEMS, type Operation } from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import { KeptSnapshot } from './kept-snapshot.ts'
import { Snapshot } from './snapshot.ts'
import { SnapshotPatch } from './snapshot-patch.ts'

const PATH = '/v1/snapshots/{name}'

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
