import * as z from 'zod'
import { DecisionOptions, ProfileName, SchedulerConfig } from './decision-request.ts'
import { Pod } from './kubernetes-object.ts'
import { Snapshot } from './snapshot.ts'

const ObjectKey = z.strictObject({
  kind: z
    .string()
    .min(1)
    .meta({ examples: ['Node'] }),
  namespace: z.string().optional(),
  name: z.string().min(1),
})

const Side = z
  .strictObject({
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    patch: z
      .strictObject({
        put: Snapshot.optional().meta({
          description: 'Objects to add; one of the same kind, namespace and name is replaced.',
        }),
        remove: z.array(ObjectKey).optional(),
      })
      .optional()
      .meta({ description: 'Changes to the common snapshot, for this side only.' }),
    options: DecisionOptions.optional(),
  })
  .meta({ id: 'ComparisonSide' })

/** POST /v1/comparisons: the same pods and cluster under two schedulers, or in two states. */
export const ComparisonRequest = z
  .strictObject({
    snapshot: Snapshot,
    pods: z.array(Pod),
    a: Side,
    b: Side,
    options: DecisionOptions.prefault({}).meta({ description: 'Of both sides.' }),
  })
  .meta({ id: 'ComparisonRequest' })

export type ComparisonRequest = z.output<typeof ComparisonRequest>
