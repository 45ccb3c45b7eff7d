import * as z from 'zod'
import { Pod } from '../snapshots/kubernetes-object.ts'
import { Manifests } from '../snapshots/manifests.ts'
import { Snapshot } from '../snapshots/snapshot.ts'
import { unlessWrong } from '../unless-wrong.ts'
import { JudgingOptions, ProfileName, SchedulerConfig } from './decision-request.ts'
import { Edits } from './edits.ts'

/** POST /v1/explanations: one pod, and all that keeps it off every node. */
export const ExplanationRequest = z
  .strictObject({
    snapshot: Snapshot,
    pod: Pod.optional().meta({
      description:
        'The pod to explain. One that runs is explained as if it were to be placed now. Absent: the ' +
        'first that `manifests` stand for.',
    }),
    manifests: Manifests.optional().meta({
      description:
        'As in POST /v1/decisions; of the pods that they stand for at most one is explained.',
    }),
    edits: Edits.optional().meta({
      description:
        'As in POST /v1/decisions; pods that they make pending are placed before anything else.',
    }),
    node: z.string().min(1).optional().meta({
      description: 'Only this node in `nodes`; and for a placed pod, why not there.',
    }),
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    options: JudgingOptions.prefault({}).meta({ description: 'As in POST /v1/decisions.' }),
  })
  .refine(({ pod, manifests }) => pod !== undefined || manifests !== undefined, {
    message: '"pod", "manifests" or both are required',
    when: unlessWrong('pod'),
  })
  .meta({ id: 'ExplanationRequest' })

export type ExplanationRequest = z.output<typeof ExplanationRequest>
