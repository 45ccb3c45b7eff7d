import * as z from 'zod'
import { EXTENDER_VERBS } from '../../src/scheduler/framework/extender.ts'

const RESULTS_MAX = 50_000

export const ExtenderResult = z
  .strictObject({
    extender: z.string().max(2048).meta({ description: 'Its `urlPrefix` in the configuration.' }),
    verb: z.enum(EXTENDER_VERBS),
    pod: z
      .string()
      .max(512)
      .optional()
      .meta({
        description: 'namespace/name of the pod that it was asked about; absent: of any pod.',
        examples: ['default/web-0'],
      }),
    nodes: z.array(z.string()).optional().meta({
      description: 'The nodes that it was asked about, in order; absent: whatever nodes.',
    }),
    status: z.int().min(100).max(599).optional().meta({
      description: 'The status of its answer, 200 if absent; kube-scheduler takes no other.',
    }),
    response: z.unknown().optional().meta({
      description: 'The body of its answer, verbatim. Absent: it was empty.',
    }),
    error: z.string().min(1).max(10_000).optional().meta({
      description: 'Why there was no answer, in the words of kube-scheduler: a timeout, a refusal.',
    }),
  })
  .meta({ id: 'ExtenderResult', description: 'One recorded answer of a scheduler extender.' })
export type ExtenderResult = z.output<typeof ExtenderResult>

export const ExtenderResults = z
  .array(ExtenderResult)
  .max(RESULTS_MAX)
  .meta({
    description:
      'What the extenders of the configuration answered. With it they take part as in ' +
      'kube-scheduler: of several answers that suit a call the first is taken, and where a filter, ' +
      'prioritize or preempt call has none, the outcome is `unknown`. Of bind an answer that is not ' +
      'given is taken for a success. Without it no extender is asked, and `notEvaluated` says so.',
  })
