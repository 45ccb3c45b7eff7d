import * as z from 'zod'

/** A pod as answers name it. */
export const PodReference = z
  .strictObject({ namespace: z.string(), name: z.string(), uid: z.string().optional() })
  .meta({ id: 'PodReference' })
