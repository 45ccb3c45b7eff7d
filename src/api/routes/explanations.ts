import { Hono } from 'hono'
import { ExplanationRequest } from '../../../schemas/decisions/explanation-request.ts'
import { explain } from '../../use-cases/explanations/explain.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { EXPLANATION_BODY } from '../http/request/body-plans.ts'
import { readRequest } from '../http/request/request.ts'
import { respondJson } from '../http/response/respond.ts'

/** POST /v1/explanations: why does this pod wait, and what would help? */
export const explanations = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, ExplanationRequest, EXPLANATION_BODY)
  if (!request.ok) return problem(c, request.error)
  const { value, digest, clusters } = request.value
  const { limits } = c.get('platform')
  const { nodes: nodesMax, pods: podsMax } = limits
  const explanation = explain(value, { digest, nodesMax, podsMax, limits, clusters })
  if (!explanation.ok) return problem(c, faultOf(explanation.error))
  return respondJson(c, explanation.value)
})
