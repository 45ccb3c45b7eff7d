import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from './app-env.ts'
import { respondJson } from './respond.ts'

interface ProblemKind {
  readonly status: ContentfulStatusCode
  readonly title: string
}

/** Every way a request can fail. The README and the OpenAPI document list the same codes. */
export const PROBLEM_KINDS = {
  'malformed-json': { status: 400, title: 'The body is not JSON' },
  'too-deep': { status: 400, title: 'The body is nested too deeply' },
  unauthenticated: { status: 401, title: 'No valid credentials' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'No such resource' },
  'method-not-allowed': { status: 405, title: 'The resource does not know this method' },
  // 412 when the request carried If-Match.
  'version-conflict': { status: 409, title: 'The resource has changed' },
  'too-large': { status: 413, title: 'The body is too large' },
  'too-many': { status: 413, title: 'The request holds too many objects' },
  'unsupported-media-type': { status: 415, title: 'The body is not in a supported format' },
  'not-a-request': { status: 422, title: 'The JSON is not such a request' },
  'unknown-profile': { status: 422, title: 'No profile has this name' },
  'invalid-config': { status: 422, title: 'The scheduler refuses this configuration' },
  'invalid-quantity': { status: 422, title: 'A quantity cannot be read' },
  'invalid-selector': { status: 422, title: 'A selector cannot be read' },
  'duplicate-object': { status: 422, title: 'Two objects have the same name' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Berth failed' },
  'store-not-configured': { status: 503, title: 'This deployment has no store' },
  'store-unavailable': { status: 503, title: 'The store does not answer' },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEM_KINDS

/** One thing wrong with a request; `pointer` is an RFC 6901 pointer into the body. */
export interface Issue {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** Why a request was refused, before it becomes a response. */
export interface Fault {
  readonly code: ProblemCode
  readonly detail: string
  readonly issues?: readonly Issue[]
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Only for the one code that has two statuses, `version-conflict`. */
  readonly status?: 409 | 412
}

/** No problem response carries more issues than this; `detail` says how many there were. */
export const ISSUES_MAX = 50

const TEXT_CHARS_MAX = 2000

/** Stable identifier of a kind of problem, the `type` of RFC 9457. */
function problemType(code: ProblemCode): string {
  return `urn:berth:problem:${code}`
}

/** Presents a fault as an RFC 9457 response. */
export function problem(c: Context<AppEnv>, fault: Fault): Response {
  const kind = PROBLEM_KINDS[fault.code]
  const status = fault.status ?? kind.status
  const issues = fault.issues ?? []
  const body = {
    type: problemType(fault.code),
    title: kind.title,
    status,
    detail: describe(clip(fault.detail), issues.length),
    code: fault.code,
    requestId: c.get('requestId'),
    errors: issues.slice(0, ISSUES_MAX).map(clipIssue),
  }
  const headers: Record<string, string> = { ...fault.headers }
  if (fault.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(Math.ceil(fault.retryAfterSeconds))
  }
  return respondJson(c, body, { status, contentType: 'application/problem+json', headers })
}

function clipIssue({ pointer, code, message }: Issue): Issue {
  return { pointer: clip(pointer), code, message: clip(message) }
}

/** Texts of the request that a problem repeats may be of any length; a reader is not. */
function clip(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX)}…`
}

function describe(detail: string, issueCount: number): string {
  if (issueCount <= ISSUES_MAX) return detail
  return `${detail} (the first ${ISSUES_MAX} of ${issueCount} errors are listed)`
}
