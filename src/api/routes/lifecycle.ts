import { Hono } from 'hono'
import { LifecycleRequest } from '../../../schemas/around/lifecycle-request.ts'
import { lifecycleParts, readLifecycle } from '../../use-cases/lifecycle.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { readRequest } from '../http/request/request.ts'
import { respondStream } from '../http/response/respond-stream.ts'
import { yieldToEventLoop } from '../http/yield-to-event-loop.ts'

/** POST /v1/lifecycle: what becomes of one pod on its node, and when? */
export const lifecycle = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, LifecycleRequest)
  if (!request.ok) return problem(c, request.error)
  const { value, digest } = request.value
  const read = readLifecycle(value)
  if (!read.ok) return problem(c, faultOf(read.error))
  return respondStream(c, yieldToEventLoop(c, lifecycleParts(read.value, digest)))
})
