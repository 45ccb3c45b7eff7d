import type { Context } from 'hono'
import * as z from 'zod'
import { VerifyParameters } from '../../../schemas/store/store-parameters.ts'
import { tenantNamespaces } from '../../auth/caller.ts'
import { err, ok, type Result } from '../../result.ts'
import { hashText, parseHash } from '../../store/audit/merkle/hash.ts'
import { type Position, verifyChain } from '../../store/audit/verification/verify.ts'
import { canonicalJson } from '../../store/canonical-json.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Fault, faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/request/validate.ts'
import { respondJson } from '../http/response/respond.ts'
import { accessCluster, type ClusterAccess, unavailable } from '../http/store/store-access.ts'

/** GET .../preemptions/verify: walks the chain and names the first record that something is wrong with. */
export async function verify(c: Context<AppEnv>): Promise<Response> {
  const access = accessCluster(c)
  if (!access.ok) return problem(c, access.error)
  if (tenantNamespaces(c.get('caller')) !== null) {
    return problem(c, { code: 'forbidden', detail: 'A tenant cannot walk the whole chain' })
  }
  const query = validate(VerifyParameters, c.req.query())
  if (!query.ok) return problem(c, query.error)
  const { sequence, hash, cursor } = query.value
  const { log, callsMax, cursors } = access.value
  const question = canonicalJson({ verify: log.cluster, sequence, hash })
  const from = await readStart(c, access.value, question, cursor)
  if (!from.ok) return problem(c, from.error)
  const noted = sequence === undefined || hash === undefined ? null : { sequence, hash }
  const verified = await verifyChain(log, { from: from.value, noted, callsMax })
  if (!verified.ok) return problem(c, unavailable(c, verified.error))
  const { report, position } = verified.value
  const next = position === null ? ok(null) : await cursors.seal(question, write(position))
  if (!next.ok) return problem(c, unavailable(c, next.error))
  return respondJson(c, { ...report, nextCursor: next.value })
}

/** Where an earlier walk stopped; null for the beginning. */
async function readStart(
  c: Context<AppEnv>,
  { cursors }: ClusterAccess,
  question: string,
  cursor: string | undefined,
): Promise<Result<Position | null, Fault>> {
  if (cursor === undefined) return ok(null)
  const opened = await cursors.open(question, cursor)
  if (!opened.ok) return err(unavailable(c, opened.error))
  if (opened.value !== null) return ok(read(opened.value))
  const message = 'is not a cursor of this walk'
  return err(faultOf([{ pointer: '/cursor', code: 'not-a-request', message }]))
}

const Hash = z.string().transform((text) => parseHash(text) ?? new Uint8Array(0))
const Written = z.object({
  segment: z.int(),
  leaf: Hash,
  size: z.int(),
  subtrees: z.array(Hash),
  checksDone: z.int(),
})

function write({ segment, leaf, range, checksDone }: Position): string {
  const subtrees = range.subtrees.map(hashText)
  return JSON.stringify({ segment, leaf: hashText(leaf), size: range.size, subtrees, checksDone })
}

/** Only what was written here can be opened. */
function read(text: string): Position {
  const { segment, leaf, size, subtrees, checksDone } = Written.parse(JSON.parse(text))
  return { segment, leaf, range: { size, subtrees }, checksDone }
}
