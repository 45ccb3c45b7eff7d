import * as z from 'zod'
import { BODY_PROBLEMS, COMMON_PROBLEMS, type Operation } from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import {
  ChainReport,
  Checkpoint,
  ConsistencyProof,
  ExportedLine,
  InclusionProof,
  OutcomeEntry,
  OutcomeRequest,
  PreemptionPage,
  PreemptionRecord,
  TenantOutcome,
  TenantPreemptionRecord,
} from './preemption-record.ts'
import { PriorityClass, PriorityClassInput, PriorityClassList } from './priority-class.ts'
import {
  ConsistencyParameters,
  ExportParameters,
  ListParameters,
  PreemptionParameters,
  VerifyParameters,
} from './store-parameters.ts'

const STORE_PROBLEMS = [
  ...COMMON_PROBLEMS,
  'not-a-request',
  'unauthenticated',
  'forbidden',
  'store-not-configured',
  'store-unavailable',
  'audit-broken',
] as const satisfies readonly ProblemCode[]

const RecordAnswer = z.union([PreemptionRecord, TenantPreemptionRecord])
const OutcomeAnswer = z.union([OutcomeEntry, TenantOutcome])

const CLASSES = '/v1/clusters/{cluster}/priorityclasses'
const PREEMPTIONS = '/v1/clusters/{cluster}/preemptions'

/** What needs a store: PriorityClasses by cluster, and the audit log of preemptions. */
export const STORE_OPERATIONS: readonly Operation[] = [
  {
    id: 'listPriorityClasses',
    method: 'get',
    path: CLASSES,
    summary: "A cluster's PriorityClasses by name, the two of the system among them.",
    query: ListParameters,
    answers: [{ status: 200, means: 'One page.', body: PriorityClassList }],
    problems: STORE_PROBLEMS,
    token: 'always',
  },
  {
    id: 'getPriorityClass',
    method: 'get',
    path: `${CLASSES}/{name}`,
    summary: 'One PriorityClass.',
    headers: ['If-None-Match'],
    answers: [
      { status: 200, means: 'The class; its version is the ETag.', body: PriorityClass },
      { status: 304, means: 'The caller has this version.' },
    ],
    problems: [...STORE_PROBLEMS, 'not-found'],
    token: 'always',
  },
  {
    id: 'putPriorityClass',
    method: 'put',
    path: `${CLASSES}/{name}`,
    summary: 'Creates or replaces a PriorityClass, by the rules of Kubernetes.',
    headers: ['If-Match', 'If-None-Match'],
    request: PriorityClassInput,
    answers: [
      { status: 200, means: 'Replaced.', body: PriorityClass },
      { status: 201, means: 'Created.', body: PriorityClass },
    ],
    problems: [...STORE_PROBLEMS, ...BODY_PROBLEMS, 'not-found', 'version-conflict'],
    token: 'always',
  },
  {
    id: 'deletePriorityClass',
    method: 'delete',
    path: `${CLASSES}/{name}`,
    summary: 'Deletes a PriorityClass.',
    headers: ['If-Match'],
    answers: [{ status: 204, means: 'It is gone.' }],
    problems: [...STORE_PROBLEMS, 'not-found', 'version-conflict'],
    token: 'always',
  },
  {
    id: 'listPreemptions',
    method: 'get',
    path: PREEMPTIONS,
    summary: 'The audit log, newest first; a tenant sees the victims of its own namespaces.',
    query: PreemptionParameters,
    answers: [{ status: 200, means: 'One page.', body: PreemptionPage }],
    problems: STORE_PROBLEMS,
    token: 'always',
  },
  {
    id: 'verifyPreemptions',
    method: 'get',
    path: `${PREEMPTIONS}/verify`,
    summary: 'Walks the chain of records and names the first that is missing or altered.',
    query: VerifyParameters,
    answers: [{ status: 200, means: 'What the walk found.', body: ChainReport }],
    problems: STORE_PROBLEMS,
    token: 'always',
  },
  {
    id: 'getCheckpoint',
    method: 'get',
    path: `${PREEMPTIONS}/checkpoint`,
    summary: 'Where the log ends, signed if a key is configured; worth keeping elsewhere.',
    answers: [{ status: 200, means: 'The checkpoint.', body: Checkpoint }],
    problems: [...STORE_PROBLEMS, 'not-found'],
    token: 'always',
  },
  {
    id: 'proveConsistency',
    method: 'get',
    path: `${PREEMPTIONS}/consistency`,
    summary: 'Proves that an older state of the log is the beginning of a newer one.',
    query: ConsistencyParameters,
    answers: [{ status: 200, means: 'Both roots, and the proof.', body: ConsistencyProof }],
    problems: [...STORE_PROBLEMS, 'not-found'],
    token: 'always',
  },
  {
    id: 'exportPreemptions',
    method: 'get',
    path: `${PREEMPTIONS}/export`,
    summary: 'A page of the log as it is kept; `berth store verify` checks all pages offline.',
    query: ExportParameters,
    answers: [
      {
        status: 200,
        means: 'Lines of JSON; the last is the checkpoint, or where the next page starts.',
        body: ExportedLine,
        contentType: 'application/x-ndjson',
      },
    ],
    problems: [...STORE_PROBLEMS, 'not-found'],
    token: 'always',
  },
  {
    id: 'getPreemption',
    method: 'get',
    path: `${PREEMPTIONS}/{id}`,
    summary: 'One record, in the view that the caller may have.',
    answers: [{ status: 200, means: 'The record.', body: RecordAnswer }],
    problems: [...STORE_PROBLEMS, 'not-found'],
    token: 'always',
  },
  {
    id: 'provePreemption',
    method: 'get',
    path: `${PREEMPTIONS}/{id}/proof`,
    summary: 'Proves that a record is one of those under the checkpoint.',
    answers: [{ status: 200, means: 'The proof.', body: InclusionProof }],
    problems: [...STORE_PROBLEMS, 'not-found'],
    token: 'always',
  },
  {
    id: 'reportOutcome',
    method: 'post',
    path: `${PREEMPTIONS}/{id}/outcome`,
    summary: 'Says once what became of a proposed preemption.',
    request: OutcomeRequest,
    answers: [
      { status: 201, means: 'Recorded.', body: OutcomeAnswer },
      { status: 200, means: 'The same was recorded before.', body: OutcomeAnswer },
    ],
    problems: [...STORE_PROBLEMS, ...BODY_PROBLEMS, 'not-found', 'version-conflict'],
    token: 'always',
  },
]
