import * as z from 'zod'
import { isObject } from '../snapshots/kubernetes-object.ts'

const EDITS_MAX = 10_000
/** Nodes of one edit. */
const ADDED_MAX = 1000
const OPERATIONS_MAX = 1000
const REPLICAS_MAX = 20_000
const NAME_CHARS_MAX = 253
const POINTER_CHARS_MAX = 4096

const name = z.string().min(1).max(NAME_CHARS_MAX)
const namespace = name.optional().meta({ description: 'Default: default.' })
const node = name.meta({ description: 'The name of a node.' })
const kind = name.meta({ examples: ['PersistentVolumeClaim'] })

const KubernetesObject = z
  .unknown()
  .refine(isObject, { message: 'expected an object' })
  .meta({ type: 'object', additionalProperties: true })

/** A qualified name: an optional DNS prefix and a slash before the name. */
const Key = z
  .string()
  .max(NAME_CHARS_MAX + 64)
  .regex(/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/, {
    message: 'expected a key such as example.com/name',
  })
const Value = z
  .string()
  .max(63)
  .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/, {
    message: 'expected letters, digits, "-", "_" and "." between letters and digits',
  })
const Effect = z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])

const pointer = z
  .string()
  .max(POINTER_CHARS_MAX)
  .regex(/^(\/([^/~]|~[01])*)*$/, { message: 'expected an RFC 6901 pointer' })
  .meta({ examples: ['/spec/taints/0'] })

const JsonPatch = z
  .array(
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.literal('add'), path: pointer, value: z.unknown() }),
      z.strictObject({ op: z.literal('replace'), path: pointer, value: z.unknown() }),
      z.strictObject({ op: z.literal('test'), path: pointer, value: z.unknown() }),
      z.strictObject({ op: z.literal('remove'), path: pointer }),
      z.strictObject({ op: z.literal('copy'), from: pointer, path: pointer }),
      z.strictObject({ op: z.literal('move'), from: pointer, path: pointer }),
    ]),
  )
  .max(OPERATIONS_MAX)
  .meta({ id: 'JsonPatch', description: 'RFC 6902.' })

export type JsonPatch = z.output<typeof JsonPatch>

const WORKLOADS = ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'] as const

/** One change to a cluster. */
export const Edit = z
  .discriminatedUnion('op', [
    z
      .strictObject({
        op: z.literal('addNode'),
        node: KubernetesObject.optional().meta({ description: 'The Node; or give `like`.' }),
        like: name.optional().meta({
          description:
            'A node of which the new ones are copies, empty but for pods of DaemonSets and in working order.',
        }),
        count: z.int().min(1).max(ADDED_MAX).default(1).meta({
          description: 'So many, called `<name>-new-1` and so on unless it is one Node.',
        }),
      })
      .refine((edit) => (edit.node === undefined) !== (edit.like === undefined), {
        message: 'exactly one of "node" and "like" is required',
      }),
    z.strictObject({ op: z.literal('removeNode'), node }),
    z.strictObject({ op: z.literal('cordon'), node }),
    z.strictObject({ op: z.literal('uncordon'), node }),
    z.strictObject({
      op: z.literal('taint'),
      node,
      key: Key,
      value: Value.default(''),
      effect: Effect,
    }),
    z.strictObject({ op: z.literal('untaint'), node, key: Key, effect: Effect.optional() }),
    z.strictObject({
      op: z.literal('label'),
      node,
      labels: z.record(Key, Value.nullable()).meta({ description: 'null takes a label away.' }),
    }),
    z.strictObject({ op: z.literal('deletePod'), namespace, name }),
    z.strictObject({
      op: z.literal('scale'),
      kind: z.enum(WORKLOADS),
      namespace,
      name,
      replicas: z.int().min(0).max(REPLICAS_MAX),
    }),
    z.strictObject({ op: z.literal('put'), object: KubernetesObject }),
    z.strictObject({ op: z.literal('remove'), kind, namespace, name }),
    z.strictObject({ op: z.literal('patch'), kind, namespace, name, patch: JsonPatch }),
  ])
  .meta({ id: 'Edit' })

export type Edit = z.output<typeof Edit>

/** What if? Each edit on top of the last; src/use-cases/what-if/ says what each does. */
export const Edits = z
  .array(Edit)
  .max(EDITS_MAX)
  .meta({
    id: 'Edits',
    description:
      'Changes to the cluster, each on top of the last. Pods of a removed node, and those that a new ' +
      'NoExecute taint drives away, are pending again. An edit of what is not there is an error.',
  })
