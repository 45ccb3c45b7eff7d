import * as z from 'zod'
import { PodReference } from '../snapshots/pod-reference.ts'

const count = z.int().min(0)

export const NotEvaluated = z
  .strictObject({
    what: z.string(),
    kind: z.string().optional().meta({ description: 'Of Kubernetes, such as Service.' }),
    object: z
      .string()
      .optional()
      .meta({ description: 'Its name, with its namespace if it has one.' }),
    affects: z.enum(['outcome', 'ranking', 'preview']).meta({
      description:
        'What it may change: where a pod may go, how nodes rank, or whom a preemption displaces.',
    }),
    pods: count.optional().meta({ description: 'How many, where they are not listed one by one.' }),
    reason: z.string(),
  })
  .meta({ id: 'NotEvaluated', description: 'What Berth did not judge, or judged as empty.' })

const Defaulted = z.strictObject({
  pod: PodReference,
  pointer: z.string().meta({ description: 'RFC 6901 pointer into the pod.' }),
  value: z.unknown(),
})

const Notice = z
  .strictObject({
    code: z.enum(['never-run', 'run-by-fixes', 'fixed', 'odd']).meta({
      description:
        'never-run: accepted by the release and not run by it; run-by-fixes: run all the same ' +
        '(options.fixes); fixed: a corrected accident of the release that changed a verdict or a ' +
        'score; odd: as configured, but not as its authors meant it.',
    }),
    subject: z.string().meta({ description: 'The predicate, priority or rule.' }),
    message: z.string(),
  })
  .meta({ id: 'Notice', description: 'What is to be known about the rules of a classic release.' })

const EditedPod = z.strictObject({ namespace: z.string(), name: z.string() })
const to = z.string().nullable().optional().meta({
  description: 'Where it was placed, in answers that do not have its decision; null: nowhere.',
})

/** What a decision was made from. */
export const DecisionInput = z
  .strictObject({
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .meta({ description: 'Of the request body, after Content-Encoding is removed.' }),
    nodes: count,
    pods: count.meta({ description: 'Pods that run on these nodes.' }),
    notEvaluated: z.array(NotEvaluated),
    defaulted: z.array(Defaulted),
    notices: z.array(Notice),
    warnings: z
      .array(z.strictObject({ pointer: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'With options.validate "warn": at most 50.' }),
    edited: z
      .strictObject({
        pendingAgain: z.array(EditedPod.extend({ node: z.string(), to })).meta({
          description: 'Pods that lost their node, and are decided before all others.',
        }),
        created: z.array(EditedPod.extend({ to })).meta({
          description: 'New pods, which are decided after all others.',
        }),
        deleted: z.array(EditedPod).meta({
          description: 'Also those that go with their node: of DaemonSets, static ones.',
        }),
      })
      .optional()
      .meta({ description: 'With `edits`: what they did to pods.' }),
    priorityClasses: z
      .array(
        z.strictObject({
          name: z.string(),
          value: z.int(),
          source: z.enum(['snapshot', 'cluster', 'system']),
          pods: count,
        }),
      )
      .meta({
        description: 'Classes that gave their value to pods without a priority of their own.',
      }),
  })
  .meta({ id: 'DecisionInput' })
