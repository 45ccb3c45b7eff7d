import type { Context } from 'hono'
import type * as z from 'zod'
import { ok, type Result } from '../../result.ts'
import type { AppEnv } from './app-env.ts'
import { readBody } from './body.ts'
import { parseJson } from './json.ts'
import type { Fault } from './problem.ts'
import { PHASE } from './progress.ts'
import { validate } from './validate.ts'

/** A body that is JSON and fits its schema. */
export interface JsonRequest<Value> {
  readonly value: Value
  /** SHA-256 of the body as received, after Content-Encoding is removed. */
  readonly digest: string
}

/** The one way from a request to its value: media type, size, nesting, JSON, schema, in this order. */
export async function readRequest<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Result<JsonRequest<z.output<Schema>>, Fault>> {
  c.get('platform').onProgress(PHASE.read, 0)
  const body = await readBody(c)
  if (!body.ok) return body
  const json = parseJson(body.value.bytes, c.get('platform').limits.nesting)
  if (!json.ok) return json
  const valid = validate(schema, json.value)
  if (!valid.ok) return valid
  return ok({ value: valid.value, digest: body.value.digest })
}
