import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from './app-env.ts'
import type { AnsweredRequest } from './response/answered-request.ts'
import { atResponseEnd } from './response/response-end.ts'

/** Writes one line a request, and tells the platform the same. */
export function requestLog(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startMs = c.get('platform').now().getTime()
    await next()
    atResponseEnd(c, (bytes) => tell(c, startMs, bytes))
  }
}

function tell(c: Context<AppEnv>, startMs: number, responseBytes: number): void {
  const { log, now, onAnswer } = c.get('platform')
  const end = now()
  const answered: AnsweredRequest = {
    method: c.req.method,
    route: matchedRoutes(c).at(-1)?.path ?? '',
    status: c.res.status,
    requestBytes: c.get('requestBytes') ?? 0,
    responseBytes,
    ms: end.getTime() - startMs,
  }
  onAnswer(answered)
  log(
    JSON.stringify({
      time: end.toISOString(),
      level: 'info',
      id: c.get('requestId'),
      ...answered,
    }),
  )
}
