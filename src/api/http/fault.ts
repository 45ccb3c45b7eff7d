import type { ProblemCode } from '../../../schemas/problem-kinds.ts'
import type { Fault, Issue } from './problem.ts'

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
