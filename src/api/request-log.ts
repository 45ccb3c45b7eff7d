import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from './app-env.ts'

/** Writes one line a request when its last byte is out. Sizes and times, never content. */
export function requestLog(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startMs = c.get('platform').now().getTime()
    await next()
    const lengthHeader = c.res.headers.get('content-length')
    if (c.req.method === 'HEAD' || c.res.body === null) {
      writeLine(c, startMs, 0)
    } else if (lengthHeader !== null) {
      writeLine(c, startMs, Number(lengthHeader))
    } else {
      const body = countBytes(c.res.body, (bytes) => writeLine(c, startMs, bytes))
      c.res = new Response(body, c.res)
    }
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

/** Passes a stream through and tells its size once, also when the reader leaves before the end. */
function countBytes(
  body: ReadableStream<Uint8Array>,
  done: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = await reader.read()
      if (read.done) {
        done(bytes)
        controller.close()
        return
      }
      bytes += read.value.length
      controller.enqueue(read.value)
    },
    async cancel(reason) {
      done(bytes)
      await reader.cancel(reason)
    },
  })
}
