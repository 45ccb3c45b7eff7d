import type * as z from 'zod'
import type { ProblemCode } from './problem-kinds.ts'

/** One operation of the API, as the OpenAPI document describes it. */
export interface Operation {
  readonly id: string
  readonly method: 'get' | 'put' | 'patch' | 'post' | 'delete'
  /** With its parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly query?: z.ZodObject
  /** Names of request headers that matter, all optional. */
  readonly headers?: readonly string[]
  readonly request?: z.ZodType
  /** What success means, by status. */
  readonly answers: readonly Answer[]
  readonly problems: readonly ProblemCode[]
  /** Whether a bearer token is asked for: where one is configured, or always. */
  readonly token?: 'configured' | 'always'
}

/** A whole request and what the app answers to it. */
export interface Example {
  readonly summary: string
  readonly request: object
  readonly response: object
}

export interface Answer {
  readonly status: number
  readonly means: string
  readonly body?: z.ZodType
  /** application/json if absent; the body is one line, or the data of one event, of the others. */
  readonly contentType?: 'application/json' | 'application/x-ndjson' | 'text/event-stream'
  /** One line of the same answer as application/x-ndjson, for callers that accept that. */
  readonly line?: z.ZodType
}

/** What reading a body can answer, on every operation with one. */
export const BODY_PROBLEMS = [
  'malformed-json',
  'too-deep',
  'too-slow',
  'too-large',
  'too-expensive',
  'unsupported-media-type',
  'not-a-request',
] as const satisfies readonly ProblemCode[]

/** What every operation can answer. */
export const COMMON_PROBLEMS = [
  'internal',
  'malformed-http',
  'headers-too-large',
  'rate-limited',
] as const satisfies readonly ProblemCode[]

/** What naming a snapshot can answer, on every operation that takes one. */
export const NAMED_SNAPSHOT_PROBLEMS = [
  'snapshot-not-found',
  'snapshot-stale',
] as const satisfies readonly ProblemCode[]
