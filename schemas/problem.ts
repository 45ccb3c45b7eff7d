import * as z from 'zod'
import { ISSUES_MAX } from '../src/snapshot/json/json-path.ts'
import { PROBLEM_KINDS, type ProblemCode } from './problem-kinds.ts'

// Object.keys of a literal object gives exactly its keys.
const codes = Object.keys(PROBLEM_KINDS) as [ProblemCode, ...ProblemCode[]]

/** The body of every error response, RFC 9457. */
export const Problem = z
  .strictObject({
    type: z.string().meta({ description: 'Stable identifier of the kind of problem.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    code: z.enum(codes),
    requestId: z.string().meta({ description: 'The same as the x-request-id header.' }),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().meta({ description: 'RFC 6901 pointer into the request body.' }),
          code: z.string(),
          message: z.string(),
        }),
      )
      .max(ISSUES_MAX),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' })
