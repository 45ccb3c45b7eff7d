import { Hono } from 'hono'
import { CapacityRequest } from '../../../schemas/decisions/capacity-request.ts'
import { capacity as findCapacity } from '../../use-cases/capacity/capacity.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { CAPACITY_BODY } from '../http/request/body-plans.ts'
import { readRequest } from '../http/request/request.ts'
import { respondJson } from '../http/response/respond.ts'

/** POST /v1/capacity: how many more copies fit? */
export const capacity = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, CapacityRequest, CAPACITY_BODY)
  if (!request.ok) return problem(c, request.error)
  const { value, digest, clusters } = request.value
  const { limits } = c.get('platform')
  const { nodes: nodesMax, pods: podsMax } = limits
  const found = findCapacity(value, { digest, nodesMax, podsMax, limits, clusters })
  if (!found.ok) return problem(c, faultOf(found.error))
  return respondJson(c, found.value)
})
