import { type Context, Hono } from 'hono'
import { DecisionRequest } from '../../../schemas/decisions/decision-request.ts'
import { err, type Result } from '../../result.ts'
import { startDecisions } from '../../use-cases/decisions/decide.ts'
import {
  answerParts,
  decisionId,
  type RecordProposals,
} from '../../use-cases/decisions/decision-answer.ts'
import type { Run } from '../../use-cases/decisions/run.ts'
import { VERSION } from '../../version.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Fault, faultOf } from '../http/fault.ts'
import { ofLentClusters } from '../http/lent-clusters.ts'
import { problem } from '../http/problem.ts'
import { PHASE } from '../http/progress.ts'
import { DECISION_BODY } from '../http/request/body-plans.ts'
import { type JsonRequest, readRequest } from '../http/request/request.ts'
import { formOfAnswer } from '../http/response/lines.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { type AuditPlan, planAudit, recordProposals } from '../http/store/decision-audit.ts'
import { type StoredClasses, storedPriorityClasses } from '../http/store/stored-priority-classes.ts'
import { type ToldRun, tellDecided } from '../http/tell-decided.ts'
import { inPhase } from '../http/trace-request.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/decisions: where should these pods go, and why? */
export const decisions = new Hono<AppEnv>().post('/', async (c) => {
  const { calling } = c.get('platform')
  // An extender is sent whole objects, whatever it reads of them.
  const body = calling === null ? DECISION_BODY : { ...DECISION_BODY, keeps: 'everything' as const }
  const request = await readRequest(c, DecisionRequest, body)
  if (!request.ok) return problem(c, request.error)
  const { cluster, options, edits = [] } = request.value.value
  const plan = planAudit(c, cluster, options.audit, edits.length > 0)
  if (!plan.ok) return problem(c, plan.error)
  const stored = await inPhase(c, 'store', () => storedPriorityClasses(c, cluster))
  const { fault } = stored
  if (fault !== null && options.audit === 'required') return problem(c, fault)
  const run = await inPhase(c, 'prepare', () => start(c, request.value, stored))
  if (!run.ok) return problem(c, run.error)
  const told = tellDecided(c, run.value, cluster)
  return answer(c, told, fault === null ? plan.value : { kind: 'fail', fault })
})

/** Past this door nothing about a request can be wrong. */
function start(
  c: Context<AppEnv>,
  { value, digest, clusters }: JsonRequest<DecisionRequest>,
  stored: StoredClasses,
): Result<Run, Fault> {
  const { limits, calling } = c.get('platform')
  const { nodes: nodesMax, pods: podsMax } = limits
  const { classes: priorityClasses, notEvaluated, used: keptClasses, areUnread } = stored
  const kept = { priorityClasses, notEvaluated, keptClasses, lacksStoredClasses: areUnread }
  const run = startDecisions(value, {
    digest,
    nodesMax,
    podsMax,
    limits,
    clusters,
    calling,
    ...kept,
  })
  return run.ok ? run : err(faultOf(run.error))
}

/** Nobody reads an answer that waits for its record, and only so much is kept unread. */
const HELD_CHARS_MAX = 4_000_000

/** Streams the answer; where it may be said only once it is recorded, it is made first. */
async function answer(
  c: Context<AppEnv>,
  { run, tell }: ToldRun,
  plan: AuditPlan,
): Promise<Response> {
  const { digest: snapshotDigest, profile, pods, keptClasses: priorityClasses } = run
  const release = VERSION
  const decided = { decisionId: decisionId(run), snapshotDigest, profile, release, priorityClasses }
  const { onProgress, outgoing } = c.get('platform')
  const onPod = (index: number) => onProgress(PHASE.decide, index)
  let refusal: Fault | null = null
  let isRecorded = false
  let madeChars = 0
  const record: RecordProposals = async (proposals) => {
    const podCount = pods.length
    // What is told rests on a required record.
    const isTold = outgoing !== null && plan.kind === 'record' && plan.isRequired
    const mayDefer = madeChars <= HELD_CHARS_MAX && !isTold
    const recorded = await inPhase(c, 'store', () =>
      recordProposals(c, plan, { ...decided, podCount }, proposals, mayDefer),
    )
    isRecorded = recorded.ok
    if (recorded.ok) return recorded.value
    refusal = recorded.error
    return null
  }
  const form = formOfAnswer(c)
  // An answer that nobody reads any more ends early: nothing of it was recorded, or is to be told.
  const onEnd = () => {
    if (isRecorded) tell()
  }
  const making = answerParts(run, record, onPod, form)
  const parts = ofLentClusters(c, yieldToEventLoop(c, making), onEnd)
  if (plan.kind !== 'record' || !plan.isRequired) return respondStream(c, parts, form)
  const made: string[] = []
  for await (const part of parts) {
    made.push(part)
    madeChars += part.length
  }
  // A refusal can only be the audit's, and where that is done later nobody knows it yet.
  return refusal === null ? respondStream(c, stream(made), form) : problem(c, refusal)
}

async function* stream(parts: readonly string[]): AsyncGenerator<string, void, void> {
  yield* parts
}
