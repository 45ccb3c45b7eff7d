import { AROUND_OPERATIONS } from './around/around-operations.ts'
import { BATCH_OPERATIONS } from './batches/batch-operations.ts'
import { CapacityRequest } from './decisions/capacity-request.ts'
import { CapacityResponse } from './decisions/capacity-response.ts'
import { ComparisonRequest } from './decisions/comparison-request.ts'
import { ComparisonResponse } from './decisions/comparison-response.ts'
import { DecisionRequest } from './decisions/decision-request.ts'
import { DecisionLine, DecisionResponse } from './decisions/decision-response.ts'
import { ExplanationRequest } from './decisions/explanation-request.ts'
import { ExplanationResponse } from './decisions/explanation-response.ts'
import { ProfileList } from './decisions/profile-list.ts'
import { Health, Readiness } from './health.ts'
import {
  BODY_PROBLEMS,
  COMMON_PROBLEMS,
  NAMED_SNAPSHOT_PROBLEMS,
  type Operation,
} from './operation.ts'
import type { ProblemCode } from './problem-kinds.ts'
import { SNAPSHOT_OPERATIONS } from './snapshots/snapshot-operations.ts'
import { STORE_OPERATIONS } from './store/store-operations.ts'
import { Version } from './version.ts'
import { ADMISSION_WEBHOOK_OPERATIONS } from './webhooks/admission-webhook-operations.ts'
import { EXTENDER_OPERATIONS } from './webhooks/extender-operations.ts'
import { WEBHOOK_OPERATIONS } from './webhooks/webhook-deliveries.ts'

/** What judging a snapshot can answer. */
const JUDGING_PROBLEMS = [
  ...COMMON_PROBLEMS,
  ...BODY_PROBLEMS,
  'too-many',
  'unknown-field',
  'unknown-profile',
  'invalid-config',
  'invalid-quantity',
  'invalid-selector',
  'duplicate-object',
  ...NAMED_SNAPSHOT_PROBLEMS,
  'unauthenticated',
  'forbidden',
  'store-not-configured',
  'store-unavailable',
  'audit-broken',
] as const satisfies readonly ProblemCode[]

/** Everything that the app serves; a test holds the two together. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'decide',
    method: 'post',
    path: '/v1/decisions',
    summary: 'Where should these pods go, and why?',
    request: DecisionRequest,
    answers: [
      {
        status: 200,
        means: 'One decision a pod, in order. A pod that fits nowhere is a decision too.',
        body: DecisionResponse,
        line: DecisionLine,
      },
    ],
    problems: JUDGING_PROBLEMS,
    token: 'configured',
  },
  {
    id: 'compare',
    method: 'post',
    path: '/v1/comparisons',
    summary: 'What changes between two schedulers, or two states of the cluster?',
    request: ComparisonRequest,
    answers: [{ status: 200, means: 'Only what differs, pod by pod.', body: ComparisonResponse }],
    problems: JUDGING_PROBLEMS.filter((code) => !code.startsWith('store-')),
    token: 'configured',
  },
  ...AROUND_OPERATIONS,
  {
    id: 'explain',
    method: 'post',
    path: '/v1/explanations',
    summary: 'Why does this pod wait, and what would help? Or: why here, and not there?',
    request: ExplanationRequest,
    answers: [
      {
        status: 200,
        means: "Every filter's say on every node, the dominant cause, and changes that help.",
        body: ExplanationResponse,
      },
    ],
    problems: JUDGING_PROBLEMS.filter((code) => !code.startsWith('store-')),
    token: 'configured',
  },
  {
    id: 'capacity',
    method: 'post',
    path: '/v1/capacity',
    summary:
      'How many more copies fit, what stops the next, and which nodes would it take for more?',
    request: CapacityRequest,
    answers: [{ status: 200, means: 'Copies that fit one after another.', body: CapacityResponse }],
    problems: JUDGING_PROBLEMS.filter((code) => !code.startsWith('store-')),
    token: 'configured',
  },
  {
    id: 'profiles',
    method: 'get',
    path: '/v1/profiles',
    summary: 'Which schedulers can be asked, and what distinguishes them?',
    answers: [{ status: 200, means: 'Every profile with its plugins.', body: ProfileList }],
    problems: COMMON_PROBLEMS,
  },
  ...BATCH_OPERATIONS,
  ...SNAPSHOT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...EXTENDER_OPERATIONS,
  ...ADMISSION_WEBHOOK_OPERATIONS,
  ...STORE_OPERATIONS,
  {
    id: 'health',
    method: 'get',
    path: '/healthz',
    summary: 'Does the process answer?',
    answers: [{ status: 200, means: 'It does.', body: Health }],
    problems: COMMON_PROBLEMS,
  },
  {
    id: 'readiness',
    method: 'get',
    path: '/readyz',
    summary: 'Does what this deployment needs besides itself answer, its store?',
    answers: [{ status: 200, means: 'It does, or there is none.', body: Readiness }],
    problems: [...COMMON_PROBLEMS, 'store-unavailable'],
  },
  {
    id: 'version',
    method: 'get',
    path: '/version',
    summary: 'Which Berth is this, and what are its limits?',
    answers: [{ status: 200, means: 'Name, version, profiles and limits.', body: Version }],
    problems: COMMON_PROBLEMS,
  },
  {
    id: 'openapi',
    method: 'get',
    path: '/openapi.json',
    summary: 'This document.',
    answers: [{ status: 200, means: 'The OpenAPI 3.1 document.' }],
    problems: COMMON_PROBLEMS,
  },
]
