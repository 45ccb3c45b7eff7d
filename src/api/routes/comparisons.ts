import { Hono } from 'hono'
import { ComparisonRequest } from '../../../schemas/decisions/comparison-request.ts'
import { startComparison } from '../../use-cases/decisions/compare.ts'
import { comparisonParts } from '../../use-cases/decisions/comparison-answer.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { ofLentClusters } from '../http/lent-clusters.ts'
import { problem } from '../http/problem.ts'
import { COMPARISON_BODY } from '../http/request/body-plans.ts'
import { readRequest } from '../http/request/request.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/comparisons: what changes between two schedulers, or two states of a cluster? */
export const comparisons = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, ComparisonRequest, COMPARISON_BODY)
  if (!request.ok) return problem(c, request.error)
  const { value, digest, clusters } = request.value
  const { limits } = c.get('platform')
  const { nodes: nodesMax, pods: podsMax } = limits
  const sides = startComparison(value, { digest, nodesMax, podsMax, limits, clusters })
  if (!sides.ok) return problem(c, faultOf(sides.error))
  const { explain } = value.options
  const parts = comparisonParts({ digest, ...sides.value, explain })
  return respondStream(c, ofLentClusters(c, yieldToEventLoop(c, parts)))
})
