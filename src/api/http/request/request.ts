import type { Context } from 'hono'
import type * as z from 'zod'
import { err, ok, type Result } from '../../../result.ts'
import type { BodyPlan } from '../../../snapshot/bytes/body-shape.ts'
import { ClusterReader } from '../../../use-cases/reading/cluster-reader.ts'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import { PHASE } from '../progress.ts'
import { inPhase } from '../trace-request.ts'
import { readBody } from './body.ts'
import { USUAL_BODY } from './body-plans.ts'
import { withNamedSnapshot } from './named-snapshot.ts'
import { validate } from './validate.ts'

/** A body that is JSON and fits its schema. */
export interface JsonRequest<Value> {
  readonly value: Value
  /**
   * SHA-256 of the body as received, after Content-Encoding is removed; of a request that names a
   * snapshot, of that and of the snapshot's own digest.
   */
  readonly digest: string
  /** Reads its cluster; a snapshot that it names is in the value already. */
  readonly clusters: ClusterReader
}

/**
 * The one way from a request to its value: media type, size, JSON and its bounds, the snapshot that
 * it names, then the schema.
 */
export async function readRequest<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
  plan: BodyPlan = USUAL_BODY,
): Promise<Result<JsonRequest<z.output<Schema>>, Fault>> {
  c.get('platform').onProgress(PHASE.read, 0)
  const body = await inPhase(c, 'read', () => readBody(c, plan))
  if (!body.ok) return body
  const named = await inPhase(c, 'snapshot', () => withNamedSnapshot(c, body.value, plan))
  if (!named.ok) return err(named.error)
  const { value, digest, named: snapshot } = named.value
  const valid = await inPhase(c, 'validate', () => validate(schema, value))
  c.get('platform').onProgress(PHASE.answer, 0)
  if (!valid.ok) return valid
  const clusters = new ClusterReader(snapshot)
  c.set('clusters', clusters)
  return ok({ value: valid.value, digest, clusters })
}
