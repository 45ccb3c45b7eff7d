import { BODY_PROBLEMS, COMMON_PROBLEMS, type Operation } from '../operation.ts'
import type { ProblemCode } from '../problem-kinds.ts'
import { AdmissionReviewRequest, AdmissionReviewResponse } from './admission-review.ts'

const PROBLEMS = [
  ...COMMON_PROBLEMS,
  ...BODY_PROBLEMS,
  'unauthenticated',
  'forbidden',
] as const satisfies readonly ProblemCode[]

/** What the API server asks its admission webhooks. */
export const ADMISSION_WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    id: 'mutateNewObject',
    method: 'post',
    path: '/webhooks/admission/mutate',
    summary: 'For the API server: fills what a new pod leaves open.',
    request: AdmissionReviewRequest,
    answers: [{ status: 200, means: 'A patch, or none.', body: AdmissionReviewResponse }],
    problems: PROBLEMS,
    token: 'configured',
  },
  {
    id: 'validateNewObject',
    method: 'post',
    path: '/webhooks/admission/validate',
    summary:
      'For the API server: warns of pods that would wait, and refuses those that could never run.',
    request: AdmissionReviewRequest,
    answers: [
      { status: 200, means: 'Whether it is allowed, and why not.', body: AdmissionReviewResponse },
    ],
    problems: PROBLEMS,
    token: 'configured',
  },
]
