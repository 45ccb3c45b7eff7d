import * as z from 'zod'
import { AbsentKinds, ProfileName, SchedulerConfig } from '../decisions/decision-request.ts'
import { Snapshot } from '../snapshots/snapshot.ts'

const ATTEMPTS_MAX = 1_000_000

const count = z.int().min(0).max(ATTEMPTS_MAX)
const time = z.iso.datetime({ offset: true })

const Attempts = z
  .strictObject({
    pod: z.string().min(1).meta({ description: 'name, or namespace/name.' }),
    unschedulable: count.default(0).meta({ description: 'In a row, without a node.' }),
    errors: count.default(0).meta({ description: 'In a row, ended in an error.' }),
    lastAttempt: time.optional(),
  })
  .meta({ id: 'PodAttempts' })

/** POST /v1/queue: the pods of a snapshot that wait, as the scheduler's queue has them. */
export const QueueRequest = z
  .strictObject({
    snapshot: Snapshot,
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    now: time.optional().meta({ description: 'Absent: every back-off is over.' }),
    attempts: z
      .array(Attempts)
      .max(ATTEMPTS_MAX)
      .default([])
      .meta({
        description:
          'What only the scheduler knows. Of other pods that found no node one attempt is assumed, at ' +
          'the time of their condition PodScheduled.',
      }),
    options: z
      .strictObject({
        absentKinds: AbsentKinds,
        defaulting: z.boolean().default(true).meta({
          description: 'First do to hand-written pods what the API server would have done.',
        }),
      })
      .prefault({}),
  })
  .meta({ id: 'QueueRequest' })

export type QueueRequest = z.output<typeof QueueRequest>
