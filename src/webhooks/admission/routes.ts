import { type Context, Hono } from 'hono'
import {
  AdmissionReviewRequest,
  type AdmissionReviewResponse,
} from '../../../schemas/webhooks/admission-review.ts'
import type { AppEnv } from '../../api/http/app-env.ts'
import type { Fault } from '../../api/http/fault.ts'
import { problem } from '../../api/http/problem.ts'
import { readBody } from '../../api/http/request/body.ts'
import { ADMISSION_REVIEW_BODY } from '../../api/http/request/body-plans.ts'
import { validate } from '../../api/http/request/validate.ts'
import { respondJson } from '../../api/http/response/respond.ts'
import { ok, type Result } from '../../result.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { objectAt } from '../../snapshot/json/raw-object.ts'
import { toBase64 } from '../../store/base64.ts'
import { fillPod } from './mutate.ts'
import { holdAgainstSnapshot } from './validate.ts'

type Answer = Omit<AdmissionReviewResponse['response'], 'uid'>

const ALLOWED: Answer = { allowed: true }
/** What the API server passes on of one warning. */
const WARNING_CHARS_MAX = 256
const MESSAGE_CHARS_MAX = 2000

/** POST /webhooks/admission/{mutate,validate}: what the API server asks of new objects. */
export const admission = new Hono<AppEnv>()
  .post('/mutate', async (c) => {
    const review = await readReview(c)
    if (!review.ok) return problem(c, review.error)
    const { uid, object } = review.value
    if (object === null || object['kind'] !== 'Pod') return respond(c, uid, ALLOWED)
    const steps = fillPod(object, c.get('platform').admission)
    if (steps.length === 0) return respond(c, uid, ALLOWED)
    const patch = toBase64(new TextEncoder().encode(JSON.stringify(steps)))
    return respond(c, uid, { allowed: true, patchType: 'JSONPatch', patch })
  })
  .post('/validate', async (c) => {
    const review = await readReview(c)
    if (!review.ok) return problem(c, review.error)
    const { uid, object } = review.value
    if (object === null) return respond(c, uid, ALLOWED)
    const verdict = await holdAgainstSnapshot(c, object)
    switch (verdict.kind) {
      case 'silent':
        return respond(c, uid, ALLOWED)
      case 'warn':
        return respond(c, uid, {
          allowed: true,
          warnings: [clip(verdict.message, WARNING_CHARS_MAX)],
        })
      case 'deny': {
        const message = clip(verdict.message, MESSAGE_CHARS_MAX)
        return respond(c, uid, {
          allowed: false,
          status: { code: 403, reason: 'Forbidden', message },
        })
      }
    }
  })

interface Review {
  readonly uid: string
  /** Null: nothing that is new. */
  readonly object: JsonObject | null
}

async function readReview(c: Context<AppEnv>): Promise<Result<Review, Fault>> {
  const body = await readBody(c, ADMISSION_REVIEW_BODY)
  if (!body.ok) return body
  const review = validate(AdmissionReviewRequest, body.value.value)
  if (!review.ok) return review
  const { uid, kind, operation, subResource, namespace, object } = review.value.request
  // A pod's spec changes no more, but for what has no bearing here.
  const isNew = operation === 'CREATE' || (operation === 'UPDATE' && kind.kind !== 'Pod')
  if (!isNew || subResource || !object) return ok({ uid, object: null })
  const metadata = { ...objectAt(object, 'metadata'), ...(namespace && { namespace }) }
  return ok({ uid, object: { ...object, kind: kind.kind, metadata: withName(metadata) } })
}

/** A pod that gets its name later is judged under the beginning of it. */
function withName(metadata: JsonObject): JsonObject {
  return metadata['name'] ? metadata : { ...metadata, name: metadata['generateName'] || 'new' }
}

function respond(c: Context<AppEnv>, uid: string, answer: Answer): Response {
  const { log, now } = c.get('platform')
  const { allowed, status, warnings } = answer
  const told = { allowed, denied: status?.message, warnings, patched: answer.patch !== undefined }
  const time = now().toISOString()
  const line = { time, level: 'info', id: c.get('requestId'), message: 'admission', uid, ...told }
  log(JSON.stringify(line))
  const review: AdmissionReviewResponse = {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid, ...answer },
  }
  return respondJson(c, review)
}

function clip(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars - 1)}…`
}
