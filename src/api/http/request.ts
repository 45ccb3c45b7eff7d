import type { Context } from 'hono'
import type * as z from 'zod'
import { ok, type Result } from '../../result.ts'
import type { BodyPlan } from '../../snapshot/bytes/body-shape.ts'
import type { AppEnv } from './app-env.ts'
import { readBody } from './body.ts'
import { USUAL_BODY } from './body-plans.ts'
import type { Fault } from './fault.ts'
import { PHASE } from './progress.ts'
import { validate } from './validate.ts'

/** A body that is JSON and fits its schema. */
export interface JsonRequest<Value> {
  readonly value: Value
  /** SHA-256 of the body as received, after Content-Encoding is removed. */
  readonly digest: string
}

/** The one way from a request to its value: media type, size, JSON and its bounds, then the schema. */
export async function readRequest<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
  plan: BodyPlan = USUAL_BODY,
): Promise<Result<JsonRequest<z.output<Schema>>, Fault>> {
  c.get('platform').onProgress(PHASE.read, 0)
  const body = await readBody(c, plan)
  if (!body.ok) return body
  const valid = validate(schema, body.value.value)
  if (!valid.ok) return valid
  return ok({ value: valid.value, digest: body.value.digest })
}
