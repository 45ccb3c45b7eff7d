import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import {
  EXTENDER_SCORE_MAX,
  ExtenderArgs,
  ExtenderBindingArgs,
  type ExtenderBindingResult,
  type ExtenderFilterResult,
  ExtenderPreemptionArgs,
  type ExtenderPreemptionResult,
  type HostPriorityList,
} from '../../../schemas/webhooks/extender.ts'
import type { AppEnv } from '../../api/http/app-env.ts'
import type { Fault } from '../../api/http/fault.ts'
import { problem } from '../../api/http/problem.ts'
import { readBody } from '../../api/http/request/body.ts'
import {
  EXTENDER_BODY,
  EXTENDER_PREEMPTION_BODY,
  SETTINGS_BODY,
} from '../../api/http/request/body-plans.ts'
import { validate } from '../../api/http/request/validate.ts'
import { respondJson } from '../../api/http/response/respond.ts'
import { ok, type Result } from '../../result.ts'
import type { BodyPlan } from '../../snapshot/bytes/body-shape.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespacedKey } from '../../snapshot/json/raw-object.ts'
import { bindPod } from './bind.ts'
import { type Candidates, failedFilter, filterNodes, passAll } from './filter.ts'
import { eachWithGoNames, withGoNames } from './go-names.ts'
import { judge } from './judge.ts'
import { preemptable, victimsOf } from './preempt.ts'

/** POST /webhooks/extender/{filter,prioritize,preempt}: what kube-scheduler asks an extender. */
export const extender = new Hono<AppEnv>()
  .post('/filter', async (c) => {
    const args = await readArgs(c)
    if (!args.ok) return problem(c, args.error)
    const { pod, candidates } = args.value
    const { failurePolicy } = c.get('platform').extender
    const call = { pod, nodes: candidates.nodes }
    const filtered = await timed(c, () =>
      judge(c, call, (judged) => filterNodes(judged, candidates, failurePolicy)),
    )
    if (filtered.ok) return answerFilter(c, pod, filtered.value)
    const { detail } = filtered.error
    const isIgnored = failurePolicy === 'Ignore'
    return answerFilter(c, pod, isIgnored ? passAll(candidates) : failedFilter(detail), detail)
  })
  .post('/prioritize', async (c) => {
    const args = await readArgs(c)
    if (!args.ok) return problem(c, args.error)
    const { pod, candidates } = args.value
    const call = { pod, nodes: candidates.nodes }
    const scored = await timed(c, () => judge(c, call, (judged) => judged.shares(candidates.names)))
    const { failurePolicy } = c.get('platform').extender
    const shares = scored.ok ? scored.value : null
    if (shares === null && failurePolicy === 'Fail') {
      return problem(c, scored.ok ? UNSCORED : scored.error)
    }
    const answer: HostPriorityList = candidates.names.map((name, index) => ({
      Host: name,
      Score: Math.floor((shares?.[index] ?? 0) * EXTENDER_SCORE_MAX),
    }))
    log(c, { verb: 'prioritize', pod: namespacedKey(pod), nodes: answer.length })
    return respondJson(c, answer)
  })
  .post('/preempt', async (c) => {
    const body = await read(c, EXTENDER_PREEMPTION_BODY, ExtenderPreemptionArgs, withVictimNames)
    if (!body.ok) return problem(c, body.error)
    const pod = body.value.Pod
    const victims = victimsOf(body.value)
    const { failurePolicy } = c.get('platform').extender
    const judged = await timed(c, () =>
      judge(c, { pod, nodes: null }, (nodes) => preemptable(nodes, victims, failurePolicy)),
    )
    if (!judged.ok && failurePolicy === 'Fail') return problem(c, judged.error)
    const kept = judged.ok ? judged.value : ok(victims)
    if (!kept.ok) return problem(c, { code: 'cannot-judge', detail: kept.error })
    const answer: ExtenderPreemptionResult = { NodeNameToMetaVictims: kept.value }
    const [asked, left] = [Object.keys(victims).length, Object.keys(kept.value).length]
    log(c, { verb: 'preempt', pod: namespacedKey(pod), nodes: asked, refused: asked - left })
    return respondJson(c, answer)
  })

/** POST /webhooks/extender/bind: binds in the scheduler's stead, where that is configured. */
export const extenderBind = new Hono<AppEnv>().post('/', async (c) => {
  const names = ['PodName', 'PodNamespace', 'PodUID', 'Node']
  const body = await read(c, SETTINGS_BODY, ExtenderBindingArgs, (value) =>
    withGoNames(value, names),
  )
  if (!body.ok) return problem(c, body.error)
  const { bind } = c.get('platform').extender
  const error = bind === null ? NO_BIND : await bindPod(bind, body.value, fetch)
  const { PodNamespace, PodName, Node } = body.value
  log(c, { verb: 'bind', pod: `${PodNamespace}/${PodName}`, node: Node, error })
  const answer: ExtenderBindingResult = { Error: error ?? '' }
  return respondJson(c, answer)
})

const NO_BIND =
  'this deployment binds no pods: EXTENDER_API_SERVER and EXTENDER_API_TOKEN are not set'

const UNSCORED: Fault = {
  code: 'cannot-judge',
  detail: 'The scores of these nodes rest on something that was not seen',
}

interface Args {
  readonly pod: JsonObject
  readonly candidates: Candidates
}

async function readArgs(c: Context<AppEnv>): Promise<Result<Args, Fault>> {
  const names = (value: unknown) => withGoNames(value, ['Pod', 'Nodes', 'NodeNames'])
  const body = await read(c, EXTENDER_BODY, ExtenderArgs, names)
  if (!body.ok) return body
  const { Pod: pod, Nodes, NodeNames } = body.value
  const nodes = Nodes?.items ?? null
  return ok({ pod, candidates: { nodes, names: nodes?.map(nameOf) ?? NodeNames ?? [] } })
}

async function read<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  plan: BodyPlan,
  schema: Schema,
  rename: (value: unknown) => unknown,
): Promise<Result<z.output<Schema>, Fault>> {
  const body = await readBody(c, plan)
  return body.ok ? validate(schema, rename(body.value.value)) : body
}

function withVictimNames(value: unknown): unknown {
  const args = withGoNames(value, ['Pod', 'NodeNameToVictims', 'NodeNameToMetaVictims'])
  if (!isObject(args)) return args
  const names = ['Pods', 'NumPDBViolations']
  const { NodeNameToVictims: whole, NodeNameToMetaVictims: meta } = args
  return {
    ...args,
    NodeNameToVictims: eachWithGoNames(whole, names),
    NodeNameToMetaVictims: eachWithGoNames(meta, names, { of: 'Pods', names: ['UID'] }),
  }
}

/** Says in the answer how long the judging took. */
async function timed<T>(c: Context<AppEnv>, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  c.header('Server-Timing', `judge;dur=${(performance.now() - started).toFixed(1)}`)
  return result
}

function answerFilter(
  c: Context<AppEnv>,
  pod: JsonObject,
  answer: ExtenderFilterResult,
  fault: string | null = null,
): Response {
  const { FailedNodes, FailedAndUnresolvableNodes, Error: error } = answer
  const denied = new Map<string, number>()
  for (const reason of [FailedNodes, FailedAndUnresolvableNodes].flatMap(Object.values)) {
    denied.set(reason, (denied.get(reason) ?? 0) + 1)
  }
  const passed = answer.Nodes?.items.length ?? answer.NodeNames?.length ?? 0
  const reasons = Object.fromEntries([...denied].slice(0, REASONS_MAX))
  log(c, {
    verb: 'filter',
    pod: namespacedKey(pod),
    passed,
    denied: reasons,
    error: fault ?? error,
  })
  return respondJson(c, answer)
}

/** Reasons of one call that the log tells. */
const REASONS_MAX = 50

function log(c: Context<AppEnv>, told: Readonly<Record<string, unknown>>): void {
  const { log: write, now } = c.get('platform')
  const line = {
    time: now().toISOString(),
    level: 'info',
    id: c.get('requestId'),
    message: 'extender',
  }
  write(JSON.stringify({ ...line, ...told }))
}
