import type { Context } from 'hono'
import { PROBLEM_KINDS, type ProblemCode } from '../../../schemas/problem-kinds.ts'
import { ISSUES_MAX } from '../../snapshot/json/json-path.ts'
import type { AppEnv } from './app-env.ts'
import type { Fault, Issue } from './fault.ts'
import { respondJson } from './response/respond.ts'

const TEXT_CHARS_MAX = 2000

/** Stable identifier of a kind of problem, the `type` of RFC 9457. */
function problemType(code: ProblemCode): string {
  return `urn:berth:problem:${code}`
}

/** Presents a fault as an RFC 9457 response. */
export function problem(c: Context<AppEnv>, fault: Fault): Response {
  const body = problemBody(fault, c.get('requestId'))
  const { status } = body
  const headers: Record<string, string> = { ...fault.headers }
  if (fault.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(Math.ceil(fault.retryAfterSeconds))
  }
  return respondJson(c, body, { status, contentType: 'application/problem+json', headers })
}

/** A fault as RFC 9457 has it. */
export function problemBody(fault: Fault, requestId: string) {
  const kind = PROBLEM_KINDS[fault.code]
  const issues = fault.issues ?? []
  return {
    type: problemType(fault.code),
    title: kind.title,
    status: fault.status ?? kind.status,
    detail: describe(clip(fault.detail), issues.length),
    code: fault.code,
    requestId,
    errors: issues.slice(0, ISSUES_MAX).map(clipIssue),
  }
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
