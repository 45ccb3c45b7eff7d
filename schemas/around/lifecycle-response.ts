import * as z from 'zod'

const count = z.int().min(0)
const at = z.number().meta({ description: 'Seconds after the kubelet sees the pod.' })
const phase = z.enum(['Pending', 'Running', 'Succeeded', 'Failed'])

const condition = {
  type: z.enum(['Initialized', 'Ready', 'ContainersReady']),
  status: z.enum(['True', 'False']),
  reason: z.string().optional(),
  message: z.string().optional(),
}

const Actions = z
  .strictObject({
    killPod: z.boolean().meta({ description: 'All that runs is stopped, nothing starts again.' }),
    initContainersToStart: z.array(z.string()),
    containersToStart: z.array(z.string()),
    containersToKill: z.array(
      z.strictObject({
        name: z.string(),
        message: z.string(),
        reason: z.enum(['startup', 'liveness', 'unknown']),
      }),
    ),
  })
  .meta({ id: 'PodActions' })

const Observed = z
  .strictObject({
    phase,
    because: z.string(),
    conditions: z.array(z.strictObject(condition)),
    next: Actions.meta({ description: 'What its kubelet does next, back-off aside.' }),
    restarts: z.array(
      z.strictObject({
        container: z.string(),
        restartCount: count,
        backOffSeconds: z.number().meta({
          description: 'What it waits after its end, if no run of it was long.',
        }),
        notBefore: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ObservedPod' })

const Happening = z
  .strictObject({
    at,
    container: z.string().nullable().meta({ description: 'null: it is about the pod.' }),
    what: z.enum([
      'pulling',
      'started',
      'postStartEnded',
      'exited',
      'backOff',
      'killing',
      'preStop',
      'preStopEnded',
      'preStopCut',
      'waitsForOthers',
      'term',
      'kill',
      'probe',
      'restartAll',
      'deadline',
      'deleted',
      'leavesEndpoints',
      'removed',
    ]),
    exitCode: z.int().optional(),
    run: count.optional().meta({ description: 'Counted from 0.' }),
    until: z.number().optional(),
    probe: z.enum(['startup', 'readiness', 'liveness']).optional(),
    result: z.string().optional().meta({ description: 'As it counts, thresholds considered.' }),
    message: z.string().optional().meta({ description: "The kubelet's own." }),
  })
  .meta({ id: 'PodHappening' })

const Container = z
  .strictObject({
    name: z.string(),
    state: z.enum(['waiting', 'running', 'terminated']),
    reason: z.string().nullable(),
    ready: z.boolean(),
    started: z.boolean(),
    restartCount: count,
    exitCode: z.int().nullable(),
    backOffSeconds: z.number(),
  })
  .meta({ id: 'SimulatedContainer' })

/** What POST /v1/lifecycle answers. */
export const LifecycleResponse = z
  .strictObject({
    id: z.string(),
    release: z.string().meta({ description: 'Whose kubelet this is.' }),
    observed: Observed.nullable().meta({ description: 'null: the pod has no statuses.' }),
    until: at,
    timeline: z.array(Happening).meta({ description: 'From a fresh start, by the scripts.' }),
    phases: z.array(z.strictObject({ at, phase, reason: z.string(), because: z.string() })),
    conditions: z.array(z.strictObject({ at, ...condition })),
    containers: z.array(Container).meta({ description: 'At the end.' }),
    removedAt: z.number().nullable().meta({ description: 'When the object is gone.' }),
    cutOffAt: z.number().nullable().meta({
      description: 'Where the simulation was given up as too much; null: it went to the end.',
    }),
    notices: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    input: z.strictObject({ digest: z.string() }),
  })
  .meta({ id: 'LifecycleResponse' })

export type LifecycleResponse = z.output<typeof LifecycleResponse>
