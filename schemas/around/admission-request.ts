import * as z from 'zod'
import { Snapshot } from '../snapshots/snapshot.ts'

/** The server's own bound is 3 MiB; what is longer is still a request, and gets its answer. */
const BODY_CHARS_MAX = 10_000_000
const NAMESPACE_CHARS_MAX = 253

const AdmissionOptions = z
  .strictObject({
    fieldValidation: z
      .string()
      .max(1_000)
      .optional()
      .meta({
        description:
          'The query parameter: `Strict`, `Warn` or `Ignore`; absent is `Warn`, as for the server. ' +
          "Any other value gets the server's refusal.",
        examples: ['Strict'],
      }),
    absentKinds: z
      .enum(['empty', 'unknown'])
      .default('empty')
      .meta({
        description:
          'What kinds are that the snapshot does not contain. `unknown`: a verdict that would rest ' +
          'on one is not given. Namespaces are never taken as empty.',
      }),
  })
  .meta({ id: 'AdmissionOptions' })

/** What POST /v1/admissions takes. */
export const AdmissionRequest = z
  .strictObject({
    snapshot: Snapshot,
    namespace: z.string().min(1).max(NAMESPACE_CHARS_MAX).meta({
      description: 'The namespace of the request, which is not that of the pod.',
    }),
    pod: z.unknown().optional().meta({
      description: 'The pod as a JSON value. Whatever the server would refuse is taken, too.',
    }),
    body: z
      .string()
      .max(BODY_CHARS_MAX)
      .optional()
      .meta({
        description:
          'Instead of `pod`: the body as it was sent, where duplicate fields, great numbers or ' +
          'broken JSON matter.',
      }),
    options: AdmissionOptions.prefault({}),
  })
  .refine((request) => 'pod' in request !== 'body' in request, {
    message: 'expected either pod or body',
  })
  .meta({ id: 'AdmissionRequest' })

export type AdmissionRequest = z.infer<typeof AdmissionRequest>
