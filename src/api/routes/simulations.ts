import { Hono } from 'hono'
import { SimulationRequest } from '../../../schemas/around/simulation-request.ts'
import { readSimulation, simulationParts } from '../../use-cases/simulations/simulate.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { SIMULATION_BODY } from '../http/request/body-plans.ts'
import { readRequest } from '../http/request/request.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/simulations: what happens as time passes over this cluster? */
export const simulations = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, SimulationRequest, SIMULATION_BODY)
  if (!request.ok) return problem(c, request.error)
  const { value, digest } = request.value
  const { nodes: nodesMax, pods: podsMax } = c.get('platform').limits
  const read = readSimulation(value, { digest, nodesMax, podsMax })
  if (!read.ok) return problem(c, faultOf(read.error))
  return respondStream(c, yieldToEventLoop(c, simulationParts(read.value)))
})
