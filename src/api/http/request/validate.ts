import type * as z from 'zod'
import { err, ok, type Result } from '../../../result.ts'
import { pointerStep } from '../../../snapshot/json/json-pointer.ts'
import { type CodedIssue, type Fault, faultOf, type Issue } from '../fault.ts'

/** Holds a value against a schema; everything wrong is told at once, with pointers. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, Fault> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  return err(faultOf(parsed.error.issues.flatMap(translate)))
}

function translate(issue: z.core.$ZodIssue): CodedIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => wrong([...issue.path, key], 'unknown field'))
  }
  return [wrong(issue.path, messageOf(issue))]
}

function wrong(path: readonly PropertyKey[], message: Issue['message']): CodedIssue {
  return { pointer: path.map(pointerStep).join(''), code: 'not-a-request', message }
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.replace(/^Invalid input: /, '')
    case 'invalid_value':
      return `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_format':
      return issue.format === 'datetime' ? 'expected an RFC 3339 date and time' : issue.message
    default:
      return issue.message
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' items' : ''
}
