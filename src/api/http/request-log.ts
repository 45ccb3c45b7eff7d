import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from './app-env.ts'
import { atResponseEnd } from './response-end.ts'

/** Writes one line a request when its last byte is out. Sizes and times, never content. */
export function requestLog(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startMs = c.get('platform').now().getTime()
    await next()
    atResponseEnd(c, (bytes) => writeLine(c, startMs, bytes))
  }
}

function writeLine(c: Context<AppEnv>, startMs: number, responseBytes: number): void {
  const { log, now } = c.get('platform')
  const end = now()
  const line = {
    time: end.toISOString(),
    level: 'info',
    id: c.get('requestId'),
    method: c.req.method,
    route: matchedRoutes(c).at(-1)?.path ?? '',
    status: c.res.status,
    requestBytes: c.get('requestBytes') ?? 0,
    responseBytes,
    ms: end.getTime() - startMs,
  }
  log(JSON.stringify(line))
}
