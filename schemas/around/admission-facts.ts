import * as z from 'zod'

const text = z.string().meta({ description: 'The fact in a sentence.' })
const names = z.array(z.string())
const quantities = z.record(z.string(), z.string())
const path = z.string().meta({ description: 'Such as spec.containers[0].image.' })

const Change = z.strictObject({ by: z.string(), path: z.string(), reason: z.string() })

/** What is behind a refusal, in numbers and places. */
export const AdmissionFact = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('syntax'),
      line: z.int(),
      column: z.int(),
      near: z.string(),
      text,
    }),
    z.strictObject({ kind: z.literal('type'), path, said: z.string(), text }),
    z.strictObject({ kind: z.literal('unknownField'), path, didYouMean: names, text }),
    z.strictObject({ kind: z.literal('duplicateField'), path, text }),
    z.strictObject({
      kind: z.literal('otherKind'),
      apiVersion: z.string(),
      podKind: z.string(),
      text,
    }),
    z.strictObject({
      kind: z.literal('namespace'),
      namespace: z.string(),
      state: z.enum(['absent', 'terminating', 'other']),
      known: names,
      text,
    }),
    z.strictObject({
      kind: z.literal('absent'),
      of: z.enum(['ServiceAccount', 'PriorityClass', 'RuntimeClass']),
      name: z.string(),
      known: names.meta({ description: 'What there is instead, the first twenty.' }),
      text,
    }),
    z.strictObject({
      kind: z.literal('priority'),
      field: z.enum(['priority', 'preemptionPolicy']),
      given: z.string(),
      computed: z.string(),
      priorityClass: z.string().meta({ description: 'Empty: no class counts.' }),
      text,
    }),
    z.strictObject({
      kind: z.literal('overhead'),
      runtimeClass: z.string(),
      podOverhead: quantities,
      classOverhead: quantities.nullable(),
      text,
    }),
    z.strictObject({
      kind: z.literal('nodeSelector'),
      runtimeClass: z.string(),
      key: z.string(),
      podValue: z.string(),
      classValue: z.string(),
      text,
    }),
    z.strictObject({
      kind: z.literal('secret'),
      serviceAccount: z.string(),
      secret: z.string(),
      allowed: names,
      text,
    }),
    z.strictObject({ kind: z.literal('mirrorPod'), what: z.string(), text }),
    z.strictObject({
      kind: z.literal('field'),
      field: path,
      path: z.string().meta({ description: 'The same place as a JSON pointer.' }),
      rule: z.string().meta({ description: 'The reason of the cause, such as FieldValueInvalid.' }),
      changedBy: z
        .array(Change)
        .meta({ description: 'Who put something there, or beside it, that was not sent.' }),
      text,
    }),
    z.strictObject({
      kind: z.literal('limit'),
      limitRange: z.string(),
      type: z.string(),
      container: z.string().meta({ description: 'Empty: the pod as a whole.' }),
      resource: z.string(),
      bound: z.enum(['min', 'max', 'maxLimitRequestRatio']),
      limit: z.string(),
      request: z.string().nullable(),
      ownLimit: z.string().nullable(),
      text,
    }),
    z.strictObject({
      kind: z.literal('podSecurity'),
      check: z.string(),
      level: z.string(),
      version: z.string(),
      fields: names,
      remedy: z.string(),
      text,
    }),
    z.strictObject({
      kind: z.literal('quota'),
      quota: z.string(),
      resource: z.string(),
      requested: z.string(),
      used: z.string(),
      hard: z.string(),
      over: z.string().meta({ description: 'How much too much.' }),
      text,
    }),
    z.strictObject({
      kind: z.literal('quotaUnset'),
      quota: z.string(),
      resource: z.string(),
      containers: names,
      text,
    }),
    z.strictObject({
      kind: z.literal('quotaStatus'),
      quota: z.string(),
      resources: names,
      text,
    }),
    z.strictObject({
      kind: z.literal('conflict'),
      namespace: z.string(),
      name: z.string(),
      isTerminating: z.boolean(),
      text,
    }),
    z.strictObject({ kind: z.literal('request'), what: z.string(), text }),
  ])
  .meta({ id: 'AdmissionFact' })
