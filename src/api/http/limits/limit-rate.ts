import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { problem } from '../problem.ts'

/** Refuses what one client asks more often than it may, before anything else is looked at. */
export function limitRate(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { rate, clientOf } = c.get('platform')
    const retryAfterSeconds = rate === null ? null : await rate.take(clientOf(c))
    if (retryAfterSeconds === null) return next()
    const detail = 'This client asks more often than it may'
    return problem(c, { code: 'rate-limited', detail, retryAfterSeconds })
  }
}
