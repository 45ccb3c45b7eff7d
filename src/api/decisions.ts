import { Hono } from 'hono'
import { type DecisionOptions, DecisionRequest } from '../../schemas/decision-request.ts'
import type { CycleOptions } from '../scheduler/cycle.ts'
import { decide } from '../scheduler/decide.ts'
import { resolveProfile } from '../scheduler/profiles.ts'
import { seededRandom, type TieBreak } from '../scheduler/select-host.ts'
import { readCluster } from '../snapshot/read.ts'
import type { AppEnv } from './app-env.ts'
import { answerParts, type Run } from './decision-answer.ts'
import type { Limits } from './limits.ts'
import { problem } from './problem.ts'
import { type JsonRequest, readRequest } from './request.ts'
import { respondStream } from './respond-stream.ts'
import { faultOf, ok, type Result, refuse } from './result.ts'

/** POST /v1/decisions: where should these pods go, and why? */
export const decisions = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, DecisionRequest)
  if (!request.ok) return problem(c, request.fault)
  const run = prepare(request.value, c.get('platform').limits)
  if (!run.ok) return problem(c, run.fault)
  return respondStream(c, answerParts(run.value))
})

/** Profile and cluster of a request; past this door nothing about a request can be wrong. */
function prepare({ value, digest }: JsonRequest<DecisionRequest>, limits: Limits): Result<Run> {
  const podCount = value.pods?.length ?? 1
  if (podCount > limits.pods) return tooManyPods(podCount, limits.pods)
  const { options } = value
  const profile = resolveProfile({ ...value, only: options.only, fixes: options.fixes })
  if (!profile.ok) return refuse(faultOf(profile.issues))
  const { name, profiles, accounting, notEvaluated } = profile.resolved
  const read = readCluster(value, {
    accounting,
    defaulting: options.defaulting,
    nodesMax: limits.nodes,
  })
  if (!read.ok) return refuse(faultOf(read.issues))
  const { cluster, pods } = read
  const run = cycleOptions(options)
  const decisions = decide(cluster, profiles, pods, run)
  const { nowMs } = run
  return ok({ digest, profile: name, cluster, pods, decisions, options, nowMs, notEvaluated })
}

function tooManyPods(podCount: number, podsMax: number): Result<never> {
  const message = `${podCount} pods to decide; at most ${podsMax} are in one request`
  return refuse(faultOf([{ pointer: '/pods', code: 'too-many', message }]))
}

function cycleOptions(options: DecisionOptions): CycleOptions {
  const { preemption, startIndex, roundRobin, now } = options
  const nowMs = now === undefined ? null : Date.parse(now)
  return { tieBreak: tieBreakOf(options), preemption, startIndex, roundRobin, nowMs }
}

function tieBreakOf({ tieBreak, seed = 0 }: DecisionOptions): TieBreak {
  return tieBreak === 'seeded' ? { kind: tieBreak, random: seededRandom(seed) } : { kind: tieBreak }
}
