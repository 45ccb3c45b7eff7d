import * as z from 'zod'
import { JudgingOptions, ProfileName, SchedulerConfig } from './decision-request.ts'
import { Pod } from './kubernetes-object.ts'
import { Snapshot } from './snapshot.ts'

/** POST /v1/explanations: one pod, and all that keeps it off every node. */
export const ExplanationRequest = z
  .strictObject({
    snapshot: Snapshot,
    pod: Pod.meta({
      description: 'The pod to explain. One that runs is explained as if it were to be placed now.',
    }),
    node: z.string().min(1).optional().meta({
      description: 'Only this node in `nodes`; and for a placed pod, why not there.',
    }),
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    options: JudgingOptions.prefault({}).meta({ description: 'As in POST /v1/decisions.' }),
  })
  .meta({ id: 'ExplanationRequest' })

export type ExplanationRequest = z.output<typeof ExplanationRequest>
