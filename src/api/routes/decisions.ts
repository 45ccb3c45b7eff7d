import { type Context, Hono } from 'hono'
import { DecisionRequest } from '../../../schemas/decision-request.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import { readCluster } from '../../snapshot/read.ts'
import { answerParts, decisionId, type RecordProposals } from '../../use-cases/decision-answer.ts'
import { type Run, startRun } from '../../use-cases/run.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type AuditPlan, planAudit, recordProposals } from '../http/decision-audit.ts'
import { checkPodCount } from '../http/pod-limit.ts'
import { type Fault, problem } from '../http/problem.ts'
import { type JsonRequest, readRequest } from '../http/request.ts'
import { respondStream } from '../http/respond-stream.ts'
import { faultOf, ok, type Result, refuse } from '../http/result.ts'
import { storedPriorityClasses } from '../http/stored-priority-classes.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/decisions: where should these pods go, and why? */
export const decisions = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, DecisionRequest)
  if (!request.ok) return problem(c, request.fault)
  const { cluster, options } = request.value.value
  const plan = planAudit(c, cluster, options.audit)
  if (!plan.ok) return problem(c, plan.fault)
  const run = await prepare(c, request.value)
  if (!run.ok) return problem(c, run.fault)
  return answer(c, run.value, plan.value)
})

/** Profile and cluster of a request; past this door nothing about a request can be wrong. */
async function prepare(
  c: Context<AppEnv>,
  { value, digest }: JsonRequest<DecisionRequest>,
): Promise<Result<Run>> {
  const { limits } = c.get('platform')
  const count = checkPodCount(value.pods?.length ?? 1, limits)
  if (!count.ok) return count
  const { options } = value
  const profile = resolveProfile({ ...value, only: options.only, fixes: options.fixes })
  if (!profile.ok) return refuse(faultOf(profile.issues))
  const stored = await storedPriorityClasses(c, value.cluster)
  const read = readCluster(value, {
    accounting: profile.resolved.accounting,
    defaulting: options.defaulting,
    nodesMax: limits.nodes,
    storedPriorityClasses: stored.classes,
  })
  if (!read.ok) return refuse(faultOf(read.issues))
  const notEvaluated = [...profile.resolved.notEvaluated, ...stored.notEvaluated]
  const scheduler = { ...profile.resolved, notEvaluated }
  return ok(startRun({ digest, scheduler, cluster: read.cluster, pods: read.pods, options }))
}

/** Streams the answer; where it may be said only once it is recorded, it is made first. */
async function answer(c: Context<AppEnv>, run: Run, plan: AuditPlan): Promise<Response> {
  const { digest, profile, pods } = run
  const decided = { decisionId: decisionId(digest), snapshotDigest: digest, profile }
  let refusal: Fault | null = null
  const record: RecordProposals = async (proposals) => {
    const podCount = pods.length
    const recorded = await recordProposals(c, plan, { ...decided, podCount }, proposals)
    if (recorded.ok) return recorded.value
    refusal = recorded.fault
    return null
  }
  const parts = yieldToEventLoop(c, answerParts(run, record))
  if (plan.kind !== 'record' || !plan.isRequired) return respondStream(c, parts)
  const made: string[] = []
  for await (const part of parts) made.push(part)
  return refusal === null ? respondStream(c, stream(made)) : problem(c, refusal)
}

async function* stream(parts: readonly string[]): AsyncGenerator<string, void, void> {
  yield* parts
}
