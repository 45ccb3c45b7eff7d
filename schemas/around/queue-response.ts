import * as z from 'zod'
import { Unknown } from '../decisions/decision.ts'
import { NotEvaluated } from '../decisions/decision-input.ts'
import { PodReference } from '../snapshots/pod-reference.ts'

const count = z.int().min(0)
const time = z.string().nullable()

const Hint = z
  .strictObject({
    plugin: z.string().nullable().meta({ description: 'null: whatever rejected the pod.' }),
    resource: z.string(),
    actions: z.array(z.string()),
    when: z.string(),
  })
  .meta({ id: 'QueueingHint' })

const place = {
  pod: PodReference,
  priority: z.int(),
  since: time.meta({ description: 'By which it is sorted; null: not known, first among equals.' }),
}

const backOff = {
  failures: count.meta({ description: 'Failed attempts in a row.' }),
  assumed: z.boolean().meta({ description: 'Nobody said how many; one at least.' }),
  backOffSeconds: z.number(),
  backOffUntil: time,
}

/** What POST /v1/queue answers. */
export const QueueResponse = z
  .strictObject({
    id: z.string(),
    profile: z.string(),
    rules: z.strictObject({
      sort: z.enum(['priority, then time', 'priority', 'time']),
      initialBackOffSeconds: z.number(),
      maxBackOffSeconds: z.number(),
      popsFromBackOff: z.boolean().meta({
        description: 'When nothing else waits, pods that back off are tried early.',
      }),
      flushSeconds: z.number().nullable().meta({
        description: 'After so long pods that found no node are tried again without an event.',
      }),
    }),
    active: z
      .array(
        z.strictObject({
          ...place,
          tied: z.boolean().meta({ description: 'Nothing tells it from a neighbour.' }),
        }),
      )
      .meta({ description: 'In the order in which they are tried.' }),
    backingOff: z.array(z.strictObject({ ...place, ...backOff })).meta({
      description: 'After errors; tried again when their back-off is over.',
    }),
    unschedulable: z
      .array(
        z.strictObject({
          ...place,
          ...backOff,
          outcome: z.string().meta({ description: 'Of an attempt now.' }),
          node: z.string().nullable().meta({ description: 'Where it would go now.' }),
          plugins: z.array(z.string()).meta({ description: 'That reject it now.' }),
          unknown: z.array(Unknown).optional().meta({
            description: 'What was not seen, so that more plugins may reject it.',
          }),
          wakes: z.array(Hint).meta({ description: 'Events for which it is tried again.' }),
          flushedAt: time.meta({
            description: 'When it is tried again without any, at the latest.',
          }),
        }),
      )
      .meta({ description: 'Found no node; tried again when something happens that may help.' }),
    gated: z.array(z.strictObject({ ...place, gates: z.array(z.string()), wakes: z.array(Hint) })),
    skipped: z.array(z.strictObject({ pod: PodReference, because: z.string() })).meta({
      description: 'Pods that are being deleted.',
    }),
    notResponsible: z
      .array(z.strictObject({ schedulerName: z.string(), pods: z.array(PodReference) }))
      .meta({ description: 'Pods of other schedulers, by name.' }),
    input: z.strictObject({
      digest: z.string(),
      nodes: count,
      pods: count,
      notEvaluated: z.array(NotEvaluated),
    }),
  })
  .meta({ id: 'QueueResponse' })

export type QueueResponse = z.output<typeof QueueResponse>
