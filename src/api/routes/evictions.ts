import { Hono } from 'hono'
import { EvictionRequest } from '../../../schemas/around/eviction-request.ts'
import { evictionParts, readEvictions } from '../../use-cases/evict.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { readRequest } from '../http/request/request.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/evictions: what do taints and node health do to running pods, and when? */
export const evictions = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, EvictionRequest)
  if (!request.ok) return problem(c, request.error)
  const { value, digest } = request.value
  const read = readEvictions(value, c.get('platform').limits.nodes)
  if (!read.ok) return problem(c, faultOf(read.error))
  return respondStream(c, yieldToEventLoop(c, evictionParts(read.value, digest)))
})
