import { type Context, Hono } from 'hono'
import { ComparisonRequest, type ComparisonSide } from '../../../schemas/comparison-request.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import { type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { readCluster } from '../../snapshot/read.ts'
import { comparisonParts } from '../../use-cases/comparison-answer.ts'
import { type Run, startRun } from '../../use-cases/run.ts'
import type { AppEnv } from '../http/app-env.ts'
import { checkPodCount } from '../http/pod-limit.ts'
import { problem } from '../http/problem.ts'
import { type JsonRequest, readRequest } from '../http/request.ts'
import { respondStream } from '../http/respond-stream.ts'
import { type CodedIssue, faultOf, ok, type Result, refuse } from '../http/result.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/comparisons: what changes between two schedulers, or two states of a cluster? */
export const comparisons = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, ComparisonRequest)
  if (!request.ok) return problem(c, request.fault)
  const { value, digest } = request.value
  const sides = prepareBoth(c, request.value)
  if (!sides.ok) return problem(c, sides.fault)
  const { a, b } = sides.value
  const { explain } = value.options
  return respondStream(c, yieldToEventLoop(c, comparisonParts({ digest, a, b, explain })))
})

/** Both sides; what is wrong with the common parts is told once. */
function prepareBoth(
  c: Context<AppEnv>,
  { value, digest }: JsonRequest<ComparisonRequest>,
): Result<{ a: Run; b: Run }> {
  const { limits } = c.get('platform')
  const count = checkPodCount(value.pods.length, limits)
  if (!count.ok) return count
  const prepare = (side: ComparisonSide, name: string) =>
    prepareSide({ ...value, digest }, side, ROOT.at(name), limits.nodes)
  const [a, b] = [prepare(value.a, 'a'), prepare(value.b, 'b')]
  if (a.ok && b.ok) return ok({ a: a.run, b: b.run })
  const issues = [a, b].flatMap((side) => (side.ok ? [] : side.issues))
  const unique = new Map(issues.map((issue) => [JSON.stringify(issue), issue]))
  return refuse(faultOf([...unique.values()]))
}

type SideResult =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly issues: readonly CodedIssue[] }

function prepareSide(
  { snapshot, pods, options, digest }: ComparisonRequest & { digest: string },
  { profile, config, patch }: ComparisonSide,
  path: JsonPath,
  nodesMax: number,
): SideResult {
  const { only, fixes, defaulting } = options
  const found = resolveProfile({ profile, config, only, fixes, path })
  if (!found.ok) return found
  const scheduler = found.resolved
  const { accounting } = scheduler
  const changes = patch === undefined ? undefined : { ...patch, path: path.at('patch') }
  const read = readCluster({ snapshot, pods, patch: changes }, { accounting, defaulting, nodesMax })
  if (!read.ok) return read
  const run = startRun({ digest, scheduler, cluster: read.cluster, pods: read.pods, options })
  return { ok: true, run }
}
