import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { InflightLease } from './inflight-limiter.ts'
import { atResponseEnd } from './response-end.ts'

/** Counts a request that brings a cluster among those under way, until its answer is out. */
export function admit(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const visit = new InflightLease(c.get('platform').admission)
    c.set('visit', visit)
    await next()
    atResponseEnd(c, () => visit.end())
  }
}
