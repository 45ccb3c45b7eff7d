import { Hono } from 'hono'
import { QueueRequest } from '../../../schemas/around/queue-request.ts'
import { queueParts, readQueue } from '../../use-cases/queue.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { ofLentClusters } from '../http/lent-clusters.ts'
import { problem } from '../http/problem.ts'
import { readRequest } from '../http/request/request.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/queue: in which order are the waiting pods tried, and what wakes the others? */
export const queue = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, QueueRequest)
  if (!request.ok) return problem(c, request.error)
  const { value, digest, clusters } = request.value
  const { limits } = c.get('platform')
  const { nodes: nodesMax, pods: podsMax } = limits
  const read = readQueue(value, { digest, nodesMax, podsMax, limits, clusters })
  if (!read.ok) return problem(c, faultOf(read.error))
  return respondStream(c, ofLentClusters(c, yieldToEventLoop(c, queueParts(read.value))))
})
