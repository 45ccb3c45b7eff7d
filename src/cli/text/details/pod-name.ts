import * as z from 'zod'

/** A pod in a detail, read as namespace/name. */
export const PodName = z
  .object({ namespace: z.string(), name: z.string() })
  .transform(({ namespace, name }) => `${namespace}/${name}`)
