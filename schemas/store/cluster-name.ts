import * as z from 'zod'

/** The name under which a caller keeps one cluster's stored data apart from another's. */
export const ClusterName = z
  .string()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/, {
    error: 'must be 1 to 100 letters, digits, dots, dashes or underscores, ends alphanumeric',
  })
  .meta({ id: 'ClusterName', description: "Names a cluster in Berth's store.", examples: ['prod'] })
export type ClusterName = z.output<typeof ClusterName>
