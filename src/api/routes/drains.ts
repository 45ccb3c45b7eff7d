import { Hono } from 'hono'
import { DrainRequest } from '../../../schemas/around/drain-request.ts'
import { drainParts, readDrain } from '../../use-cases/drains/drain.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { ofLentClusters } from '../http/lent-clusters.ts'
import { problem } from '../http/problem.ts'
import { readRequest } from '../http/request/request.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/drains: where does everything on these nodes go, and in which order? */
export const drains = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, DrainRequest)
  if (!request.ok) return problem(c, request.error)
  const { value, digest, clusters } = request.value
  const { nodes: nodesMax, pods: podsMax } = c.get('platform').limits
  const read = readDrain(value, { digest, nodesMax, podsMax, clusters })
  if (!read.ok) return problem(c, faultOf(read.error))
  return respondStream(c, ofLentClusters(c, yieldToEventLoop(c, drainParts(read.value))))
})
