import * as z from 'zod'

const INT32_MIN = -2_147_483_648
const INT32_MAX = 2_147_483_647

/** A DNS subdomain, as Kubernetes names cluster-scoped objects. */
export const PriorityClassName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/, {
    error: 'must be a DNS subdomain: lower-case letters, digits, dashes and dots',
  })

const StringMap = z.record(z.string(), z.string())

/** A scheduling.k8s.io/v1 PriorityClass as a caller writes it; unknown fields are ignored. */
export const PriorityClassInput = z
  .object({
    apiVersion: z.literal('scheduling.k8s.io/v1').optional(),
    kind: z.literal('PriorityClass').optional(),
    metadata: z
      .object({
        name: PriorityClassName.optional().describe('The name in the path, if given.'),
        resourceVersion: z.string().optional().describe('Refuses the write when it is outdated.'),
        labels: StringMap.optional(),
        annotations: StringMap.optional(),
      })
      .optional(),
    value: z.int().min(INT32_MIN).max(INT32_MAX).describe('Immutable; at most 1000000000.'),
    globalDefault: z.boolean().optional().describe('At most one class of a cluster has it.'),
    description: z.string().max(4096).optional(),
    preemptionPolicy: z
      .enum(['PreemptLowerPriority', 'Never'])
      .optional()
      .describe('Immutable; PreemptLowerPriority when absent.'),
  })
  .meta({ id: 'PriorityClassInput' })
export type PriorityClassInput = z.output<typeof PriorityClassInput>

/** A PriorityClass as Berth returns it, in the Kubernetes object shape. */
export const PriorityClass = z
  .strictObject({
    apiVersion: z.literal('scheduling.k8s.io/v1'),
    kind: z.literal('PriorityClass'),
    metadata: z.strictObject({
      name: PriorityClassName,
      uid: z.string().optional().describe('Absent for the two classes of the system.'),
      resourceVersion: z.string().describe('Also the ETag, in quotes.'),
      generation: z.int(),
      creationTimestamp: z.iso.datetime().optional(),
      labels: StringMap.optional(),
      annotations: StringMap.optional(),
    }),
    value: z.int(),
    globalDefault: z.boolean(),
    description: z.string().optional(),
    preemptionPolicy: z.enum(['PreemptLowerPriority', 'Never']),
  })
  .meta({ id: 'PriorityClass' })
export type PriorityClass = z.output<typeof PriorityClass>

/** One page of a cluster's classes, by name. */
export const PriorityClassList = z
  .strictObject({
    apiVersion: z.literal('scheduling.k8s.io/v1'),
    kind: z.literal('PriorityClassList'),
    metadata: z.strictObject({
      resourceVersion: z.string(),
      continue: z.string().optional().describe('Cursor of the next page; absent on the last.'),
      remainingItemCount: z.int().optional(),
    }),
    items: z.array(PriorityClass),
  })
  .meta({ id: 'PriorityClassList' })
export type PriorityClassList = z.output<typeof PriorityClassList>
