import * as z from 'zod'
import { Problem } from '../problem.ts'
import { SnapshotDigest, SnapshotName, SnapshotReference } from '../snapshots/kept-snapshot.ts'
import { Snapshot } from '../snapshots/snapshot.ts'

export const BATCH_ITEMS_MAX = 5000
const ID_CHARS_MAX = 100

/** What a batch may ask of its snapshot. */
export const BATCH_OPERATIONS = ['decisions', 'comparisons', 'explanations', 'capacity'] as const

const BatchItem = z
  .strictObject({
    id: z.string().min(1).max(ID_CHARS_MAX).optional().meta({
      description: 'Named with its answer; no two items have the same.',
    }),
    operation: z.enum(BATCH_OPERATIONS).default('decisions').meta({
      description: 'The endpoint that is asked, such as `decisions` for POST /v1/decisions.',
    }),
    request: z
      .looseObject({})
      .refine((request) => !('snapshot' in request), {
        message: 'must have no "snapshot": all items are asked of that of the batch',
      })
      .refine((request) => !('cluster' in request), {
        message: 'must have no "cluster": nothing is recorded of a batch',
      })
      .meta({ description: 'A body of that endpoint, without its snapshot.' }),
  })
  .meta({ id: 'BatchItem' })

/** POST /v1/batches: many questions about one snapshot. */
export const BatchRequest = z
  .strictObject({
    snapshot: z.union([SnapshotReference, Snapshot]).meta({
      description:
        'One that was put by name, in the state that it has now, or the snapshot itself. Large ones are ' +
        'better put by name.',
    }),
    items: z.array(BatchItem).min(1).max(BATCH_ITEMS_MAX),
  })
  .meta({ id: 'BatchRequest' })
export type BatchRequest = z.output<typeof BatchRequest>

const count = z.int().min(0)

/** How far a batch is. */
export const Batch = z
  .strictObject({
    id: z
      .string()
      .meta({ description: 'Derived from the request: the same one is the same batch.' }),
    status: z.enum(['running', 'done']),
    items: count,
    done: count.meta({ description: 'Answered, with a problem or without.' }),
    failed: count.meta({ description: 'Of those, answered with a problem.' }),
    snapshot: z.strictObject({ name: SnapshotName, digest: SnapshotDigest }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().meta({ description: 'From then on it is not there.' }),
  })
  .meta({ id: 'Batch' })
export type Batch = z.output<typeof Batch>

/** What one item was answered. */
export const BatchAnswer = z
  .strictObject({
    index: count.meta({ description: 'Its place among the items.' }),
    id: z.string().optional(),
    answer: z.looseObject({}).optional().meta({ description: 'What its endpoint answers.' }),
    problem: Problem.optional().meta({ description: 'Why there is no answer.' }),
  })
  .meta({ id: 'BatchAnswer' })
export type BatchAnswer = z.output<typeof BatchAnswer>

const PageEnd = {
  status: Batch.shape.status,
  continue: z.string().nullable().meta({
    description: 'Where the next page begins; null when all were given.',
  }),
}

/** A page of answers, in the order of the items. */
export const BatchPage = z
  .strictObject({ items: z.array(BatchAnswer), ...PageEnd })
  .meta({ id: 'BatchPage' })

/** The same in lines: all answers that are there without a gap, then how it goes on. */
export const BatchLine = z.union([BatchAnswer, z.strictObject(PageEnd)]).meta({ id: 'BatchLine' })

export const BatchPageQuery = z.object({
  continue: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be what a page gave' })
    .optional(),
})
