import * as z from 'zod'
import { DecisionInput } from '../decisions/decision-input.ts'
import { PodReference } from '../snapshots/pod-reference.ts'

const count = z.int().min(0)
const at = z.number().min(0).meta({ description: 'Seconds after the start.' })
const share = z.number().min(0).meta({ description: 'Requested of what is allocatable.' })

const SimulationEvent = z
  .strictObject({
    at,
    kind: z
      .enum([
        'created',
        'scheduled',
        'unschedulable',
        'outside',
        'error',
        'preempted',
        'left',
        'finished',
        'deleted',
        'lost',
        'nodes',
      ])
      .meta({
        description:
          'unschedulable, error: told when the message is another than before; preempted, deleted: asked to go, by whom is in `message`; left: its grace is over; lost: its ' +
          'node is gone; outside: nothing here will have it tried again.',
      }),
    pod: PodReference.nullable(),
    node: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'SimulationEvent' })

const SimulatedPod = z
  .strictObject({
    pod: PodReference,
    priority: z.int(),
    state: z.enum([
      'active',
      'backingOff',
      'unschedulable',
      'outside',
      'running',
      'leaving',
      'finished',
      'deleted',
      'lost',
    ]),
    node: z.string().nullable(),
    createdAt: at,
    scheduledAt: at.nullable().meta({ description: '0 also for pods that ran before.' }),
    endedAt: at.nullable(),
    attempts: count,
    message: z.string().nullable().meta({ description: "The scheduler's last, without a node." }),
  })
  .meta({ id: 'SimulatedPod' })

const Waits = z.strictObject({
  priority: z.int(),
  pods: count.meta({ description: 'That came to wait.' }),
  scheduled: count,
  meanSeconds: z.number().nullable().meta({ description: 'Of those that were scheduled.' }),
  medianSeconds: z.number().nullable(),
  maxSeconds: z.number().nullable(),
})

const Sample = z.strictObject({
  at,
  cpu: share,
  memory: share,
  pods: count.meta({ description: 'On nodes.' }),
  waiting: count,
  nodes: count,
})

/** What POST /v1/simulations answers. */
export const SimulationResponse = z
  .strictObject({
    id: z.string(),
    profile: z.string(),
    until: at,
    cutOffAt: at.nullable().meta({ description: 'Where it was given up for too much work.' }),
    events: z.array(SimulationEvent).meta({ description: 'In the order in which they happen.' }),
    pods: z.array(SimulatedPod).meta({ description: 'In the order in which they were made.' }),
    waits: z.array(Waits).meta({ description: 'By priority, the highest first.' }),
    utilisation: z.strictObject({
      cpu: share.meta({ description: 'On average over the time.' }),
      memory: share,
      series: z.array(Sample).meta({
        description: 'Whenever something changed; of more than 1,000 points every so many.',
      }),
    }),
    input: DecisionInput,
  })
  .meta({ id: 'SimulationResponse' })
