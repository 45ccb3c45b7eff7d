import * as z from 'zod'
import { Snapshot } from './snapshot.ts'

const ObjectKey = z.strictObject({
  kind: z
    .string()
    .min(1)
    .meta({ examples: ['Node'] }),
  namespace: z.string().optional().meta({ description: 'Default: default.' }),
  name: z.string().min(1),
})

/** Objects of a snapshot that are added, replaced or left out. */
export const SnapshotPatch = z.strictObject({
  put: Snapshot.optional().meta({
    description:
      'Objects in any form of a snapshot. One of the same kind, namespace and name is replaced ' +
      'where it stands; the others come last.',
  }),
  remove: z.array(ObjectKey).optional().meta({
    description: 'Objects to leave out; each must be in the snapshot.',
  }),
})
