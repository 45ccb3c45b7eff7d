import * as z from 'zod'
import { NotEvaluated } from '../decisions/decision-input.ts'
import { PodReference } from '../snapshots/pod-reference.ts'
import { NodePressure } from './node-pressure.ts'

const count = z.int().min(0)
const at = z.number().meta({ description: 'Seconds after `now`.' })
const nodeName = z.string()
const because = z.string()

const Taint = z
  .strictObject({
    key: z.string(),
    value: z.string().optional(),
    effect: z.string(),
    timeAdded: z.string().optional(),
  })
  .meta({ id: 'NodeTaint' })

const Toleration = z
  .strictObject({
    key: z.string().optional(),
    operator: z.string().optional(),
    value: z.string().optional(),
    effect: z.string().optional(),
    tolerationSeconds: z.int().optional(),
  })
  .meta({ id: 'Toleration' })

const Condition = z.strictObject({
  type: z.string(),
  status: z.string(),
  reason: z.string(),
  message: z.string(),
})

export const Recreation = z
  .strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    name: z.string(),
    when: z.string(),
  })
  .meta({ id: 'Recreation' })

const Eviction = z
  .strictObject({
    pod: PodReference,
    node: nodeName,
    at: at.meta({ description: 'When the controller asks for its deletion.' }),
    taint: Taint.meta({
      description: 'The first that nothing tolerates, or the one with the fewest seconds.',
    }),
    toleration: Toleration.nullable().meta({ description: 'null: nothing tolerates the taint.' }),
    condition: Condition.meta({ description: 'Written to the pod just before.' }),
    gracePeriodSeconds: count,
    freeBy: z
      .number()
      .nullable()
      .meta({
        description:
          'When nothing of it holds the node any longer, at the latest: the grace, and 2 s more ' +
          'where a preStop hook may use it up. null: see `waitsFor`.',
      }),
    waitsFor: z.string().nullable().meta({ description: 'Who must act before it is gone.' }),
    recreatedBy: Recreation.nullable().meta({ description: 'null: nobody makes it anew.' }),
  })
  .meta({ id: 'Eviction' })

const ControllerEvent = z
  .strictObject({
    at,
    pod: PodReference.nullable(),
    node: nodeName.nullable(),
    type: z.enum(['Normal', 'Warning']),
    reason: z.string(),
    message: z.string(),
    source: z.string(),
  })
  .meta({ id: 'ControllerEvent' })

const TaintChange = z
  .strictObject({
    at,
    node: nodeName,
    op: z.enum(['add', 'remove', 'update']),
    taint: Taint,
    because,
  })
  .meta({ id: 'TaintChange' })

const ConditionChange = z
  .strictObject({
    at,
    node: nodeName,
    ...Condition.shape,
    by: z.enum(['kubelet', 'node-lifecycle-controller']),
  })
  .meta({ id: 'ConditionChange' })

const ReadinessChange = z
  .strictObject({ at, pod: PodReference, node: nodeName, ready: z.literal('False') })
  .meta({ id: 'ReadinessChange' })

const ZoneChange = z
  .strictObject({
    at,
    zone: z.string().nullable().meta({
      description: 'Region, `:\\0:` and zone, empty without labels; null: about all at once.',
    }),
    state: z.string().meta({
      description:
        'Normal, PartialDisruption, FullDisruption; empty: a zone without nodes to count.',
    }),
    nodesPerSecond: z.number().nullable().meta({
      description: 'How many nodes are tainted NoExecute; null: see the states of the zones.',
    }),
    message: z.string().meta({ description: "The controller's own log line." }),
  })
  .meta({ id: 'ZoneChange' })

const Stay = z
  .strictObject({
    pod: PodReference,
    node: nodeName,
    because,
    dueAt: z.number().nullable().meta({ description: 'An eviction after the end.' }),
  })
  .meta({ id: 'Stay' })

/** What POST /v1/evictions answers. */
export const EvictionResponse = z
  .strictObject({
    id: z.string(),
    release: z.string().meta({ description: 'Whose rules these are.' }),
    now: z.string(),
    until: at,
    flags: z.record(z.string(), z.string()).meta({ description: 'As they counted.' }),
    evictions: z.array(Eviction).meta({ description: 'In the order in which they happen.' }),
    events: z.array(ControllerEvent),
    taints: z.array(TaintChange),
    conditions: z.array(ConditionChange),
    readiness: z.array(ReadinessChange).meta({ description: 'Pods that services leave out.' }),
    zones: z.array(ZoneChange),
    stays: z.array(Stay).meta({
      description: 'Pods of nodes that had NoExecute taints, and pods being deleted already.',
    }),
    pressure: z.array(NodePressure),
    untouched: count.meta({ description: 'Pods that no such taint ever concerned.' }),
    cutOffAt: z.number().nullable().meta({
      description: 'Where the simulation was given up as too much work; null: it went to the end.',
    }),
    notices: z.array(z.strictObject({ code: z.string(), message: z.string() })).meta({
      description: 'Where this differs from what older texts or habit would expect.',
    }),
    input: z.strictObject({
      digest: z.string(),
      nodes: count,
      pods: count,
      notEvaluated: z.array(NotEvaluated),
    }),
  })
  .meta({ id: 'EvictionResponse' })

export type EvictionResponse = z.output<typeof EvictionResponse>
