import * as z from 'zod'

/**
 * The protocol between kube-scheduler and its extenders (k8s.io/kube-scheduler/extender/v1). Names are
 * Go's, read whatever their case; what is not there may be null.
 */

const object = z.looseObject({})

const texts = z.array(z.string())

export const ExtenderArgs = z
  .looseObject({
    Pod: object.meta({ description: 'A v1 Pod.' }),
    Nodes: z
      .looseObject({ items: z.array(object).nullish() })
      .nullish()
      .meta({ description: 'A v1 NodeList, with `nodeCacheCapable: false`.' }),
    NodeNames: texts.nullish().meta({ description: 'With `nodeCacheCapable: true`.' }),
  })
  .meta({ id: 'ExtenderArgs' })
export type ExtenderArgs = z.output<typeof ExtenderArgs>

export const ExtenderFilterResult = z
  .strictObject({
    Nodes: z
      .strictObject({ metadata: z.strictObject({}), items: z.array(object) })
      .nullable()
      .meta({ description: 'Those that fit, as they came.' }),
    NodeNames: texts.nullable().meta({ description: 'Those that fit.' }),
    FailedNodes: z.record(z.string(), z.string()).meta({ description: 'Reasons by node.' }),
    FailedAndUnresolvableNodes: z.record(z.string(), z.string()).meta({
      description: 'Reasons by node, where no preemption would help.',
    }),
    Error: z.string().meta({ description: 'Why there is no answer; empty when there is one.' }),
  })
  .meta({ id: 'ExtenderFilterResult' })
export type ExtenderFilterResult = z.output<typeof ExtenderFilterResult>

export const EXTENDER_SCORE_MAX = 10

export const HostPriorityList = z
  .array(
    z.strictObject({ Host: z.string(), Score: z.int().min(0).max(EXTENDER_SCORE_MAX) }).meta({
      id: 'HostPriority',
    }),
  )
  .meta({ id: 'HostPriorityList' })
export type HostPriorityList = z.output<typeof HostPriorityList>

const violations = z.int()

export const ExtenderPreemptionArgs = z
  .looseObject({
    Pod: object.meta({ description: 'A v1 Pod.' }),
    NodeNameToVictims: z
      .record(
        z.string(),
        z.looseObject({ Pods: z.array(object).nullish(), NumPDBViolations: violations.nullish() }),
      )
      .nullish(),
    NodeNameToMetaVictims: z
      .record(
        z.string(),
        z.looseObject({
          Pods: z.array(z.looseObject({ UID: z.string() })).nullish(),
          NumPDBViolations: violations.nullish(),
        }),
      )
      .nullish(),
  })
  .meta({ id: 'ExtenderPreemptionArgs' })
export type ExtenderPreemptionArgs = z.output<typeof ExtenderPreemptionArgs>

export const ExtenderPreemptionResult = z
  .strictObject({
    NodeNameToMetaVictims: z.record(
      z.string(),
      z.strictObject({
        Pods: z.array(z.strictObject({ UID: z.string() })),
        NumPDBViolations: violations,
      }),
    ),
  })
  .meta({ id: 'ExtenderPreemptionResult' })
export type ExtenderPreemptionResult = z.output<typeof ExtenderPreemptionResult>

/** What a name of Kubernetes may be made of; it becomes a part of a path. */
const name = z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, {
  error: 'is not a name of Kubernetes',
})

export const ExtenderBindingArgs = z
  .looseObject({ PodName: name, PodNamespace: name, PodUID: z.string().max(253), Node: name })
  .meta({ id: 'ExtenderBindingArgs' })
export type ExtenderBindingArgs = z.output<typeof ExtenderBindingArgs>

export const ExtenderBindingResult = z
  .strictObject({ Error: z.string().meta({ description: 'Empty when the pod is bound.' }) })
  .meta({ id: 'ExtenderBindingResult' })
export type ExtenderBindingResult = z.output<typeof ExtenderBindingResult>
