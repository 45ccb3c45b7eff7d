import {
  BODY_PROBLEMS,
  COMMON_PROBLEMS,
  NAMED_SNAPSHOT_PROBLEMS,
  type Operation,
} from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import { Batch, BatchLine, BatchPage, BatchPageQuery, BatchRequest } from './batch.ts'

const READ_PROBLEMS = [
  ...COMMON_PROBLEMS,
  'unauthenticated',
  'forbidden',
  'not-found',
  'store-not-configured',
] as const satisfies readonly ProblemCode[]

/** Many questions about one snapshot, answered while nobody waits. */
export const BATCH_OPERATIONS: readonly Operation[] = [
  {
    id: 'startBatch',
    method: 'post',
    path: '/v1/batches',
    summary: 'Asks many questions about one snapshot, and says where the answers will be.',
    request: BatchRequest,
    answers: [
      { status: 200, means: 'The same request began it before.', body: Batch },
      { status: 202, means: 'It has begun; Location has its address.', body: Batch },
    ],
    problems: [
      ...COMMON_PROBLEMS,
      ...BODY_PROBLEMS,
      ...NAMED_SNAPSHOT_PROBLEMS,
      'too-many',
      'invalid-quantity',
      'duplicate-object',
      'unauthenticated',
      'forbidden',
      'store-not-configured',
    ],
    token: 'configured',
  },
  {
    id: 'getBatch',
    method: 'get',
    path: '/v1/batches/{id}',
    summary: 'How far is a batch?',
    answers: [{ status: 200, means: 'Its progress.', body: Batch }],
    problems: READ_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'getBatchResults',
    method: 'get',
    path: '/v1/batches/{id}/results',
    summary: 'The answers of a batch so far, page by page or in lines.',
    query: BatchPageQuery,
    answers: [
      {
        status: 200,
        means: 'Answers in the order of the items.',
        body: BatchPage,
        line: BatchLine,
      },
    ],
    problems: [...READ_PROBLEMS, 'not-a-request'],
    token: 'configured',
  },
  {
    id: 'deleteBatch',
    method: 'delete',
    path: '/v1/batches/{id}',
    summary: 'Forgets a batch; what it has not begun to answer is not answered.',
    answers: [{ status: 204, means: 'It is gone.' }],
    problems: READ_PROBLEMS,
    token: 'configured',
  },
]
