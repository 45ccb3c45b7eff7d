import * as z from 'zod'
import { isObject } from '../snapshots/kubernetes-object.ts'
import { PodReference } from '../snapshots/pod-reference.ts'

const SIGNALS = [
  'memory.available',
  'allocatableMemory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'containerfs.available',
  'containerfs.inodesFree',
  'pid.available',
] as const

const signal = z.enum(SIGNALS)
const thresholds = z.record(z.string(), z.string().max(64)).optional()
const count = z.int().min(0)

/** A node whose kubelet runs short of something, or may. */
export const NodePressureRequest = z
  .strictObject({
    node: z.string().min(1),
    summary: z
      .unknown()
      .refine(isObject, { message: "expected the kubelet's stats/summary" })
      .meta({
        type: 'object',
        additionalProperties: true,
        description:
          "The kubelet's own measurements: kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary.",
      }),
    signal: signal.optional().meta({
      description: 'What is taken to run short, whatever the thresholds say.',
    }),
    evictionHard: thresholds.meta({
      description: "As in the kubelet's configuration; absent: as a kubelet on Linux has it.",
    }),
    evictionSoft: thresholds.meta({ description: 'Taken to have lasted their grace periods.' }),
    evictionMaxPodGracePeriod: count.default(0).meta({ description: 'For soft thresholds.' }),
    fileSystems: z
      .enum(['shared', 'imagefs', 'split'])
      .default('shared')
      .meta({
        description:
          'shared: images and containers on nodefs; imagefs: images and writable layers on imagefs; ' +
          'split: images alone on imagefs.',
      }),
  })
  .meta({ id: 'NodePressureRequest' })

/** One pass of a kubelet's eviction manager. */
export const NodePressure = z
  .strictObject({
    node: z.string(),
    signals: z.array(
      z.strictObject({
        signal,
        kind: z.enum(['hard', 'soft']),
        threshold: z.string(),
        available: z.string(),
        capacity: z.string(),
        isMet: z.boolean(),
      }),
    ),
    conditions: z.array(z.enum(['MemoryPressure', 'DiskPressure', 'PIDPressure'])),
    relieves: z
      .strictObject({
        signal,
        resource: z.enum(['memory', 'ephemeral-storage', 'inodes', 'pids']),
        kind: z.enum(['hard', 'soft']),
        reclaimsFirst: z.array(z.string()).meta({
          description: 'Deleted before any pod; no pod goes if that is enough.',
        }),
      })
      .nullable()
      .meta({ description: 'null: nothing runs short.' }),
    localStorage: z
      .array(z.strictObject({ pod: PodReference, message: z.string() }))
      .meta({ description: 'Pods beyond a limit of their own; they go first, all in one pass.' }),
    order: z
      .array(
        z.strictObject({
          pod: PodReference,
          isCritical: z
            .boolean()
            .meta({ description: 'Passed over: static, mirror or system-critical.' }),
          usage: z
            .number()
            .nullable()
            .meta({ description: 'Bytes or a number; null: not in the summary.' }),
          request: z.number(),
          exceedsRequest: z.boolean(),
          priority: z.int(),
          above: z.number().meta({ description: 'What the last comparison goes by.' }),
          gracePeriodSeconds: count,
          message: z.string().meta({ description: 'Of its event and status if it went now.' }),
        }),
      )
      .meta({
        description:
          'Who would go first. One pod goes a pass (10 s, or on a notification), then all is measured anew.',
      }),
  })
  .meta({ id: 'NodePressure' })
