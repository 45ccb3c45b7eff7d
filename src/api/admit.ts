import type { MiddlewareHandler } from 'hono'
import { Visit } from './admission.ts'
import type { AppEnv } from './app-env.ts'
import { atResponseEnd } from './response-end.ts'

/** Counts a request that brings a cluster among those under way, until its answer is out. */
export function admit(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const visit = new Visit(c.get('platform').admission)
    c.set('visit', visit)
    await next()
    atResponseEnd(c, () => visit.end())
  }
}
