import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import { problem } from '../problem.ts'
import { atResponseEnd } from '../response/response-end.ts'

const RETRY_SECONDS = 5

/** Counts a request with a body among those under way, until its answer is out. */
export function limitInflight(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { inflight, clientOf } = c.get('platform')
    const lease = inflight.open(clientOf(c))
    if (lease === null) return problem(c, tooBusy('Too many requests are under way'))
    c.set('lease', lease)
    try {
      await next()
    } catch (error) {
      lease.end()
      throw error
    }
    atResponseEnd(c, () => lease.end())
    return undefined
  }
}

/** What is under way is as much as this process takes. */
export function tooBusy(detail: string): Fault {
  return { code: 'rate-limited', detail, retryAfterSeconds: RETRY_SECONDS }
}
