import * as z from 'zod'

/** A v1 Toleration, as a pod carries it. */
export const Toleration = z.strictObject({
  key: z.string().optional(),
  operator: z.enum(['Exists', 'Equal', 'Lt', 'Gt']).optional(),
  value: z.string().optional(),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
  tolerationSeconds: z.int().optional(),
})
export type Toleration = z.output<typeof Toleration>
