import type { ProblemCode } from '../../../schemas/problem-kinds.ts'

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

/** An issue whose code is one of the problem codes, as the readers of requests give them. */
export interface CodedIssue extends Issue {
  readonly code: ProblemCode
}

/** Issues of one kind make a problem of that kind; mixed ones only say that it is no request. */
export function faultOf(issues: readonly CodedIssue[]): Fault {
  const first = issues[0]
  const uniform = first !== undefined && issues.every((issue) => issue.code === first.code)
  const code = uniform ? first.code : 'not-a-request'
  return { code, detail: first === undefined ? '' : summarize(first, issues.length), issues }
}

function summarize(first: Issue, count: number): string {
  const path = first.pointer === '' ? '' : `${first.pointer}: `
  const more = count > 1 ? `, and ${count - 1} more` : ''
  return `${path}${first.message}${more}`
}
