import * as z from 'zod'
import { Pod } from '../snapshots/kubernetes-object.ts'

const UNTIL_SECONDS_MAX = 7 * 24 * 3600
const LISTED_MAX = 100

const seconds = z.number().min(0).max(UNTIL_SECONDS_MAX)
const exitCode = z.int().min(0).max(255)

const ProbeSteps = z
  .array(z.strictObject({ from: seconds, result: z.enum(['Success', 'Failure']) }))
  .max(LISTED_MAX)
  .default([])
  .meta({
    description: 'From so many seconds after the start of the container the probe finds this.',
  })

const Script = z
  .strictObject({
    pullSeconds: seconds.default(0).meta({ description: 'Before its first start.' }),
    postStartSeconds: seconds.default(0),
    runs: z
      .array(
        z.strictObject({
          seconds: seconds.nullable().meta({ description: 'null: until it is stopped.' }),
          exitCode: exitCode.default(0),
        }),
      )
      .min(1)
      .max(LISTED_MAX)
      .optional()
      .meta({
        description:
          'Run by run, the last one repeats. Absent: init containers succeed at once, others run on.',
      }),
    probes: z
      .strictObject({ startup: ProbeSteps, readiness: ProbeSteps, liveness: ProbeSteps })
      .prefault({})
      .meta({ description: 'Absent: they succeed.' }),
    preStopSeconds: seconds.nullable().optional().meta({
      description: 'null: the hook never returns. Absent: as its sleep says, else null.',
    }),
    stopSeconds: seconds.nullable().default(null).meta({
      description: 'From SIGTERM to its end; null: it has to be killed.',
    }),
    exitCodeOnStop: exitCode.default(143),
  })
  .meta({ id: 'ContainerScript' })

/** POST /v1/lifecycle: what becomes of one pod on its node, and when. */
export const LifecycleRequest = z
  .strictObject({
    pod: Pod.meta({
      description: 'With statuses of containers its phase, conditions and next steps are derived.',
    }),
    until: seconds.default(600).meta({ description: 'Seconds after the kubelet sees the pod.' }),
    containers: z.record(z.string(), Script).optional().meta({
      description: 'What containers do, by name.',
    }),
    delete: z
      .strictObject({
        at: seconds,
        gracePeriodSeconds: z.int().min(0).max(UNTIL_SECONDS_MAX).optional(),
      })
      .optional()
      .meta({ description: "A delete call; without a grace it is the pod's own." }),
    maxContainerRestartPeriod: z.number().min(1).max(300).default(300).meta({
      description: "The kubelet's crashLoopBackOff.maxContainerRestartPeriod, in seconds.",
    }),
  })
  .meta({ id: 'LifecycleRequest' })

export type LifecycleRequest = z.output<typeof LifecycleRequest>
