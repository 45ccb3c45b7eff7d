import * as z from 'zod'

/** Query parameters of GET .../priorityclasses, named as Kubernetes does. */
export const ListParameters = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  continue: z.string().optional(),
})

const instant = z.iso.datetime({ offset: true })

/** Query parameters of GET .../preemptions; all that are given must hold. */
export const PreemptionParameters = z.strictObject({
  from: instant.optional().describe('At or after this time.'),
  to: instant.optional().describe('Before this time.'),
  victimNamespace: z.string().min(1).optional().describe('With a victim in this namespace.'),
  node: z.string().min(1).optional().describe('On this node.'),
  preemptor: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, { error: 'expected namespace/name' })
    .optional()
    .describe('For this pod: namespace/name. Not for tenants.'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Records of a page.'),
  cursor: z.string().optional().describe('nextCursor of the page before.'),
})

/** Query parameters of GET .../preemptions/verify. */
export const VerifyParameters = z
  .strictObject({
    sequence: z.coerce.number().int().min(1).optional().describe('A record that you noted.'),
    hash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, { error: 'expected sha256: and 64 hexadecimal digits' })
      .optional()
      .describe('The hash that it had then.'),
    cursor: z.string().optional().describe('nextCursor of a partial walk.'),
  })
  .refine(({ sequence, hash }) => (sequence === undefined) === (hash === undefined), {
    error: 'sequence and hash go together',
    path: ['hash'],
  })

/** Query parameters of GET .../preemptions/consistency. */
export const ConsistencyParameters = z.strictObject({
  from: z.coerce.number().int().min(0).describe('How many records the older log had.'),
  to: z.coerce.number().int().min(0).optional().describe('The newer one; absent: the checkpoint.'),
})

/** Query parameters of GET .../preemptions/export. */
export const ExportParameters = z.strictObject({
  from: z.coerce.number().int().min(1).default(1).describe('The first record of the page.'),
})
