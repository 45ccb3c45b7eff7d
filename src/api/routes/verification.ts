import type { Context } from 'hono'
import { VerifyParameters } from '../../../schemas/store-parameters.ts'
import { tenantNamespaces } from '../../auth/caller.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Link } from '../../store/audit-fault.ts'
import { verifyChain } from '../../store/audit-verify.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import type { Fault } from '../http/problem.ts'
import { problem } from '../http/problem.ts'
import { respondJson } from '../http/respond.ts'
import { validate } from '../http/validate.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { clusterAuditLog, unavailable } from './store-access.ts'

/** A walk of this length takes a few seconds; longer chains are walked in several requests. */
const RECORDS_MAX = 5000

/** GET .../preemptions/verify: walks the chain and names the first missing or altered record. */
export async function verify(c: Context<AppEnv>): Promise<Response> {
  const log = clusterAuditLog(c)
  if (!log.ok) return problem(c, log.error)
  if (tenantNamespaces(c.get('caller')) !== null) {
    return problem(c, { code: 'forbidden', detail: 'A tenant cannot walk the whole chain' })
  }
  const question = `verify ${log.value.cluster}`
  const from = await readStart(question, c.req.query())
  if (!from.ok) return problem(c, from.error)
  const verified = await verifyChain(log.value, from.value, RECORDS_MAX)
  if (!verified.ok) return problem(c, unavailable(c, verified.error))
  const { report, position } = verified.value
  const next = position === null ? null : `${position.sequence} ${position.hash}`
  const nextCursor = next === null ? null : await encodeCursor(question, next)
  return respondJson(c, { ...report, nextCursor })
}

/** Where an earlier walk stopped; null for the beginning. */
async function readStart(
  question: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Result<Link | null, Fault>> {
  const query = validate(VerifyParameters, parameters)
  if (!query.ok) return query
  const { cursor } = query.value
  if (cursor === undefined) return ok(null)
  const [, sequence = '', hash = ''] =
    /^(\d+) (\S+)$/.exec((await decodeCursor(question, cursor)) ?? '') ?? []
  if (sequence !== '') return ok({ sequence: Number(sequence), hash })
  const message = 'is not a cursor of this walk'
  return err(faultOf([{ pointer: '/cursor', code: 'not-a-request', message }]))
}
