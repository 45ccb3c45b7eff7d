import {
  BODY_PROBLEMS,
  COMMON_PROBLEMS,
  NAMED_SNAPSHOT_PROBLEMS,
  type Operation,
} from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import { AdmissionRequest } from './admission-request.ts'
import { AdmissionResponse } from './admission-response.ts'
import { DrainRequest } from './drain-request.ts'
import { DrainResponse } from './drain-response.ts'
import { EvictionRequest } from './eviction-request.ts'
import { EvictionResponse } from './eviction-response.ts'
import { LifecycleRequest } from './lifecycle-request.ts'
import { LifecycleResponse } from './lifecycle-response.ts'
import { QueueRequest } from './queue-request.ts'
import { QueueResponse } from './queue-response.ts'
import { SimulationRequest } from './simulation-request.ts'
import { SimulationResponse } from './simulation-response.ts'

/** What reading a snapshot without a scheduler can answer. */
const AROUND_PROBLEMS = [
  ...COMMON_PROBLEMS,
  ...BODY_PROBLEMS,
  'too-many',
  'invalid-quantity',
  'duplicate-object',
  ...NAMED_SNAPSHOT_PROBLEMS,
  'unauthenticated',
  'forbidden',
] as const satisfies readonly ProblemCode[]

/** The same where a scheduler decides too. */
const SCHEDULER_PROBLEMS = [
  ...AROUND_PROBLEMS,
  'unknown-field',
  'unknown-profile',
  'invalid-config',
  'invalid-selector',
] as const satisfies readonly ProblemCode[]

/** What goes on around the decision: the controllers and the kubelet. */
export const AROUND_OPERATIONS: readonly Operation[] = [
  {
    id: 'admit',
    method: 'post',
    path: '/v1/admissions',
    summary: 'What does the API server do with a new pod?',
    request: AdmissionRequest,
    answers: [{ status: 200, means: 'What it would answer, and why.', body: AdmissionResponse }],
    problems: AROUND_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'evict',
    method: 'post',
    path: '/v1/evictions',
    summary: 'What do taints and node health do to running pods, and when?',
    request: EvictionRequest,
    answers: [{ status: 200, means: 'All that happens until the end.', body: EvictionResponse }],
    problems: AROUND_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'drain',
    method: 'post',
    path: '/v1/drains',
    summary: 'Where does everything on these nodes go, and in which order?',
    request: DrainRequest,
    answers: [{ status: 200, means: 'A plan in waves, each decided.', body: DrainResponse }],
    problems: SCHEDULER_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'lifecycle',
    method: 'post',
    path: '/v1/lifecycle',
    summary: 'What becomes of one pod on its node, and when?',
    request: LifecycleRequest,
    answers: [
      {
        status: 200,
        means: "What follows from its status and from its containers' scripts.",
        body: LifecycleResponse,
      },
    ],
    problems: AROUND_PROBLEMS.filter((code) => code !== 'invalid-quantity'),
    token: 'configured',
  },
  {
    id: 'queue',
    method: 'post',
    path: '/v1/queue',
    summary: 'In which order are the waiting pods tried, and what wakes the others?',
    request: QueueRequest,
    answers: [{ status: 200, means: "The parts of the scheduler's queue.", body: QueueResponse }],
    problems: SCHEDULER_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'simulate',
    method: 'post',
    path: '/v1/simulations',
    summary: 'What happens as time passes over this cluster?',
    request: SimulationRequest,
    answers: [{ status: 200, means: 'All that happens until the end.', body: SimulationResponse }],
    problems: SCHEDULER_PROBLEMS,
    token: 'configured',
  },
]
