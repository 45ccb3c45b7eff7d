import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Trace } from '../../tracing/trace.ts'
import type { AppEnv } from './app-env.ts'
import { atResponseEnd } from './response/response-end.ts'

/** One span a request, below the caller's own where it names one; off unless the platform traces. */
export function traceRequest(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { tracer } = c.get('platform')
    const trace = tracer === null ? null : Trace.begin(tracer, c.req.header('traceparent'))
    if (trace === null) return next()
    c.set('trace', trace)
    await next()
    const written = trace.phase('write')
    atResponseEnd(c, (bytes) => {
      written()
      end(c, trace, bytes)
    })
  }
}

/** Names as OpenTelemetry's semantic conventions for HTTP have them. */
function end(c: Context<AppEnv>, trace: Trace, responseBytes: number): void {
  const { method } = c.req
  const route = matchedRoutes(c).at(-1)?.path ?? ''
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': c.res.status,
    'http.request.body.size': c.get('requestBytes') ?? 0,
    'http.response.body.size': responseBytes,
    'berth.request.id': c.get('requestId'),
  }
  const isError = c.res.status >= 500
  if (c.get('platform').tracer?.kind === 'server')
    trace.end(`${method} ${route}`, attributes, isError)
  else trace.end('answer on a thread', {}, isError)
}

/** Measures one phase of a request that is traced. */
export async function inPhase<T>(
  c: Context<AppEnv>,
  name: string,
  work: () => Promise<T> | T,
): Promise<T> {
  const end = c.get('trace')?.phase(name)
  try {
    const value = await work()
    end?.()
    return value
  } catch (error) {
    end?.(true)
    throw error
  }
}
