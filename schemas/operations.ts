import type * as z from 'zod'
import type { ProblemCode } from '../src/api/problem.ts'
import { DecisionRequest } from './decision-request.ts'
import { DecisionResponse } from './decision-response.ts'
import { Health } from './health.ts'
import { Version } from './version.ts'

/** One operation of the API, as the OpenAPI document describes it. */
export interface Operation {
  readonly id: string
  readonly method: 'get' | 'put' | 'post' | 'delete'
  readonly path: string
  readonly summary: string
  readonly parameters?: readonly Record<string, unknown>[]
  readonly request?: z.ZodType
  /** Status of success, 200 if absent. */
  readonly status?: number
  /** What success means. */
  readonly answer: string
  readonly response?: z.ZodType
  readonly problems: readonly ProblemCode[]
  readonly secured?: boolean
}

/** What reading a body can answer, on every operation with one. */
const BODY_PROBLEMS = [
  'malformed-json',
  'too-deep',
  'too-large',
  'unsupported-media-type',
  'not-a-request',
] as const satisfies readonly ProblemCode[]

const JUDGING_PROBLEMS = [
  ...BODY_PROBLEMS,
  'too-many',
  'unknown-profile',
  'invalid-config',
  'invalid-quantity',
  'invalid-selector',
  'duplicate-object',
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'internal',
  'store-not-configured',
  'store-unavailable',
] as const satisfies readonly ProblemCode[]

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'decide',
    method: 'post',
    path: '/v1/decisions',
    summary: 'Where should these pods go, and why?',
    request: DecisionRequest,
    answer: 'One decision a pod, in order. A pod that fits nowhere is a decision too.',
    response: DecisionResponse,
    problems: JUDGING_PROBLEMS,
    secured: true,
  },
  {
    id: 'health',
    method: 'get',
    path: '/healthz',
    summary: 'Does the process answer?',
    answer: 'It does.',
    response: Health,
    problems: ['internal'],
  },
  {
    id: 'version',
    method: 'get',
    path: '/version',
    summary: 'Which Berth is this, and what are its limits?',
    answer: 'Name, version, names of profiles and limits.',
    response: Version,
    problems: ['internal'],
  },
  {
    id: 'openapi',
    method: 'get',
    path: '/openapi.json',
    summary: 'This document.',
    answer: 'The OpenAPI 3.1 document.',
    problems: ['internal'],
  },
]
