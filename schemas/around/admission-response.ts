import * as z from 'zod'
import { NotEvaluated } from '../decisions/decision-input.ts'
import { Pod } from '../snapshots/kubernetes-object.ts'
import { AdmissionFact } from './admission-facts.ts'

/** Stages and admission plugins, the latter by their Kubernetes names. */
const CHANGERS = [
  'decoding',
  'defaulting',
  'request',
  'LimitRanger',
  'ServiceAccount',
  'Priority',
  'DefaultTolerationSeconds',
  'RuntimeClass',
  'PodTopologyLabels',
  'storage',
] as const

const Mutation = z
  .strictObject({
    op: z.enum(['add', 'replace', 'remove']),
    path: z.string().meta({ description: 'RFC 6901 pointer into the pod.' }),
    value: z.unknown().optional(),
    by: z.enum(CHANGERS),
    reason: z.string(),
  })
  .meta({ id: 'Mutation' })

const Cause = z.strictObject({
  reason: z.string().optional(),
  message: z.string(),
  field: z.string().optional(),
})

const Status = z
  .strictObject({
    kind: z.literal('Status'),
    apiVersion: z.literal('v1'),
    status: z.literal('Failure'),
    message: z.string(),
    reason: z.string().optional(),
    details: z
      .strictObject({
        name: z.string().optional(),
        group: z.string().optional(),
        kind: z.string(),
        causes: z.array(Cause).optional(),
        retryAfterSeconds: z.int().optional(),
      })
      .optional(),
    code: z.int(),
  })
  .meta({ id: 'Status', description: 'A v1 Status without its metadata, which is always empty.' })

const Refusal = z
  .strictObject({
    by: z.enum([...CHANGERS, 'NamespaceLifecycle', 'validation', 'PodSecurity', 'ResourceQuota']),
    facts: z.array(AdmissionFact).meta({ description: 'The first hundred.' }),
    factsLeftOut: z.int().min(0),
  })
  .meta({ id: 'AdmissionRefusal', description: "What is behind the server's sentence." })

const Failure = z.union([
  z.strictObject({
    reason: z.string(),
    message: z.string(),
    resource: z.string(),
    requested: z.number(),
    used: z.number(),
    capacity: z.number(),
  }),
  z.strictObject({ reason: z.string(), message: z.string(), resource: z.null() }),
])

const Kubelet = z
  .strictObject({
    node: z.string(),
    admits: z.boolean().nullable().meta({ description: 'null: the snapshot does not tell.' }),
    reason: z.string().meta({ description: "The pod's status.reason, such as OutOfcpu." }),
    message: z.string().meta({ description: "The pod's status.message, or what is not known." }),
    failures: z.array(Failure).meta({
      description: 'All that stands against it; the kubelet names the first. Cpu is in milli-cpu.',
    }),
    preempts: z.array(z.string()).meta({
      description: 'Pods that would be ended at once to make room for a system-critical one.',
    }),
  })
  .meta({ id: 'KubeletVerdict' })

/** What POST /v1/admissions answers. */
export const AdmissionResponse = z
  .strictObject({
    id: z.string(),
    release: z.string().meta({ description: 'Whose API server this is.' }),
    namespace: z.string(),
    allowed: z.boolean().nullable().meta({ description: 'null: unknown, see `unknown`.' }),
    pod: Pod.nullable().meta({
      description:
        'As the server would return it, without uid, resourceVersion, creationTimestamp, ' +
        'managedFields and times; drawn characters are xxxxx. null where it is not allowed.',
    }),
    mutations: z.array(Mutation).meta({
      description:
        'All that happens to the pod, in order: applied one after another to what was sent they ' +
        'give `pod`. Of a refused pod those before the refusal.',
    }),
    status: Status.nullable().meta({ description: 'What the server answers where it refuses.' }),
    refusal: Refusal.nullable(),
    warnings: z.array(z.string()).meta({ description: 'Texts of the Warning headers, in order.' }),
    auditAnnotations: z.record(z.string(), z.string()).meta({
      description: "What PodSecurity leaves in the server's audit log.",
    }),
    quotaUsedAfter: z
      .record(z.string(), z.record(z.string(), z.string()).nullable())
      .meta({ description: 'status.used of each quota of the namespace after the request.' }),
    kubelet: Kubelet.nullable().meta({
      description: 'Of a pod with spec.nodeName: what the kubelet there makes of it.',
    }),
    unknown: z
      .array(
        z.strictObject({
          kind: z.string(),
          plugin: z.string(),
          why: z.string(),
          command: z.string().meta({ description: 'What would tell.' }),
        }),
      )
      .meta({ description: 'Kinds that the verdict rests on and the snapshot does not contain.' }),
    notices: z.array(z.string()).meta({ description: 'What the server leaves to chance.' }),
    input: z.strictObject({ digest: z.string(), notEvaluated: z.array(NotEvaluated) }),
  })
  .meta({ id: 'AdmissionResponse' })

export type AdmissionResponse = z.infer<typeof AdmissionResponse>
