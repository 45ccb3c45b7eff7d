import * as z from 'zod'

/** What the API server asks its admission webhooks (admission.k8s.io/v1); of the request what is read. */

const API_VERSION = 'admission.k8s.io/v1'
const UID_CHARS_MAX = 1000

const object = z.looseObject({})

export const AdmissionReviewRequest = z
  .looseObject({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('AdmissionReview'),
    request: z.looseObject({
      uid: z.string().min(1).max(UID_CHARS_MAX),
      kind: z.looseObject({ group: z.string().nullish(), version: z.string(), kind: z.string() }),
      subResource: z.string().nullish(),
      namespace: z.string().nullish(),
      operation: z.enum(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']),
      object: object.nullish(),
    }),
  })
  .meta({ id: 'AdmissionReviewRequest' })
export type AdmissionReviewRequest = z.output<typeof AdmissionReviewRequest>

export const AdmissionReviewResponse = z
  .strictObject({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('AdmissionReview'),
    response: z.strictObject({
      uid: z.string().meta({ description: 'That of the request.' }),
      allowed: z.boolean(),
      status: z
        .strictObject({ code: z.int(), reason: z.string(), message: z.string() })
        .optional()
        .meta({ description: 'Why it is refused.' }),
      warnings: z.array(z.string()).optional(),
      patchType: z.literal('JSONPatch').optional(),
      patch: z.string().optional().meta({ description: 'A JSON Patch, in base64.' }),
    }),
  })
  .meta({ id: 'AdmissionReviewResponse' })
export type AdmissionReviewResponse = z.output<typeof AdmissionReviewResponse>
