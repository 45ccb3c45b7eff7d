import * as z from 'zod'
import { isObject, Pod } from '../snapshots/kubernetes-object.ts'
import { Manifests } from '../snapshots/manifests.ts'
import { Snapshot } from '../snapshots/snapshot.ts'
import { unlessWrong } from '../unless-wrong.ts'
import { JudgingOptions, ProfileName, SchedulerConfig } from './decision-request.ts'
import { Edits } from './edits.ts'

/** Copies that are placed at most, however many would fit. */
const COPIES_MAX = 20_000
const MIX_MAX = 100
const TEMPLATES_MAX = 20

const Node = z
  .unknown()
  .refine(isObject, { message: 'expected a Node object' })
  .meta({ type: 'object', additionalProperties: true, description: 'A v1 Node, as it would join.' })

/** POST /v1/capacity: how many more copies fit, and what it takes for more. */
export const CapacityRequest = z
  .strictObject({
    snapshot: Snapshot,
    mix: z
      .array(z.strictObject({ pod: Pod, count: z.int().min(1).max(1000).default(1) }))
      .max(MIX_MAX)
      .default([])
      .meta({
        description:
          'What is placed again and again, `count` copies of each pod in turn; one pod for copies of ' +
          'that pod alone.',
      }),
    manifests: Manifests.optional().meta({
      description:
        'As in POST /v1/decisions; the pods that they stand for are placed after those of `mix`, all ' +
        'of them in each copy of the mix. Not DaemonSets, of which no copies are made.',
    }),
    edits: Edits.optional().meta({
      description:
        'As in POST /v1/decisions; pods that they make pending are placed before anything else.',
    }),
    max: z.int().min(1).max(COPIES_MAX).default(1000).meta({
      description: 'Copies of the whole mix after which nobody cares.',
    }),
    wanted: z.int().min(1).max(COPIES_MAX).optional().meta({
      description:
        'Copies of the whole mix that must fit; with `templates`: how many nodes it takes.',
    }),
    templates: z
      .array(z.strictObject({ node: Node, price: z.number().min(0).optional() }))
      .max(TEMPLATES_MAX)
      .default([])
      .meta({
        description: 'Nodes that could be added; with prices the cheapest plan comes first.',
      }),
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    options: JudgingOptions.prefault({}).meta({ description: 'As in POST /v1/decisions.' }),
  })
  .refine(({ mix, manifests }) => mix.length > 0 || manifests !== undefined, {
    path: ['mix'],
    message: 'expected at least one pod, or "manifests"',
    when: unlessWrong('mix'),
  })
  .meta({ id: 'CapacityRequest' })

export type CapacityRequest = z.output<typeof CapacityRequest>
