import * as z from 'zod'
import { JudgingOptions, ProfileName, SchedulerConfig } from '../decisions/decision-request.ts'
import { isObject, Pod } from '../snapshots/kubernetes-object.ts'
import { Snapshot } from '../snapshots/snapshot.ts'

const SCRIPT_MAX = 20_000
const LISTED_MAX = 5000
const COPIES_MAX = 5000
const SECONDS_MAX = 31 * 24 * 3600

const seconds = z.number().min(0).max(SECONDS_MAX)
const podNames = z
  .array(z.string().min(1))
  .max(LISTED_MAX)
  .meta({ description: 'namespace/name, or a name in `default`.' })

const ScriptEntry = z.strictObject({
  at: seconds.meta({ description: 'Seconds after the start.' }),
  createPods: z
    .array(
      z.strictObject({
        pod: Pod,
        runSeconds: seconds.optional().meta({
          description: 'From its start until it has finished; absent: it runs on.',
        }),
        copies: z.int().min(1).max(COPIES_MAX).optional().meta({
          description: 'So many, named NAME-0, NAME-1, ...; absent: the pod itself.',
        }),
      }),
    )
    .max(LISTED_MAX)
    .optional(),
  deletePods: podNames.optional(),
  finishPods: podNames.optional(),
  addNodes: z
    .array(z.unknown().refine(isObject, { message: 'expected a Node' }))
    .max(LISTED_MAX)
    .optional()
    .meta({ items: { type: 'object', additionalProperties: true } }),
  removeNodes: z.array(z.string().min(1)).max(LISTED_MAX).optional().meta({
    description: 'With all that runs on them.',
  }),
})

/** POST /v1/simulations: time passes over a cluster. */
export const SimulationRequest = z
  .strictObject({
    snapshot: Snapshot,
    script: z.array(ScriptEntry).max(SCRIPT_MAX).default([]).meta({
      description:
        'What happens, in any order. Pods of the snapshot without a node wait at the start.',
    }),
    until: seconds.meta({ description: 'The end, in seconds after the start.' }),
    events: z.enum(['all', 'placements', 'none']).default('all').meta({
      description: 'placements: without failed attempts.',
    }),
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    options: JudgingOptions.prefault({}).meta({
      description: 'As in POST /v1/decisions; `now` is the start, else 1970.',
    }),
  })
  .meta({ id: 'SimulationRequest' })

export type SimulationRequest = z.output<typeof SimulationRequest>
