import type { Context, MiddlewareHandler } from 'hono'
import { err, ok, type Result } from '../../result.ts'
import { traceparentOf } from '../../tracing/trace.ts'
import type { AppEnv } from './app-env.ts'
import type { Fault } from './fault.ts'
import { tooBusy } from './limits/limit-inflight.ts'
import { problem } from './problem.ts'
import { guardArrival, TooSlow } from './request/guard-arrival.ts'
import { inPhase } from './trace-request.ts'

/** Headers that routes read; the caller is told apart from them. */
const HEADERS = ['accept', 'content-type', 'content-encoding', 'if-match', 'if-none-match'] as const

/**
 * Hands a request with a heavy body to the platform's threads where there are any, once its body is
 * here whole. Without threads the route itself answers.
 */
export function offload(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { offload: answer, clientOf } = c.get('platform')
    if (answer === null) return next()
    const body = await inPhase(c, 'receive', () => readRawBody(c))
    if (!body.ok) return problem(c, body.error)
    const { pathname, search } = new URL(c.req.url)
    const headers: Record<string, string> = { 'x-request-id': c.get('requestId') }
    const trace = c.get('trace')
    if (trace !== undefined) headers['traceparent'] = traceparentOf(trace.parent)
    for (const name of HEADERS) {
      const value = c.req.header(name)
      if (value !== undefined) headers[name] = value
    }
    const answered = await answer({
      method: c.req.method,
      target: pathname + search,
      headers,
      body: body.value,
      caller: c.get('caller'),
      client: clientOf(c),
      signal: c.req.raw.signal,
    })
    return answered.ok ? answered.value : problem(c, answered.error)
  }
}

/** The body as it was sent, bounded in size and in how slowly it may come. */
async function readRawBody(
  c: Context<AppEnv>,
): Promise<Result<readonly Uint8Array<ArrayBuffer>[], Fault>> {
  const { limits, runtime } = c.get('platform')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const { body } = c.req.raw
  if (body === null) return ok(chunks)
  const reader = guardArrival(body, runtime).getReader()
  let totalBytes = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      totalBytes += read.value.length
      const fault = refuseSize(c, totalBytes, read.value.length, limits.bodyBytes)
      if (fault !== null) {
        await reader.cancel()
        return err(fault)
      }
      // Nothing else may see these bytes once they are another thread's.
      chunks.push(read.value.slice())
    }
  } catch (error) {
    if (error instanceof TooSlow) return err({ code: 'too-slow', detail: error.message })
    return err({ code: 'malformed-json', detail: 'The body ended early' })
  }
  c.set('requestBytes', totalBytes)
  return ok(chunks)
}

function refuseSize(
  c: Context<AppEnv>,
  totalBytes: number,
  bytes: number,
  limitBytes: number,
): Fault | null {
  if (totalBytes > limitBytes) {
    return { code: 'too-large', detail: `The body is larger than ${limitBytes} bytes` }
  }
  return c.get('lease')?.buffer(bytes) === false ? tooBusy(BUFFERS_FULL) : null
}

export const BUFFERS_FULL =
  'The bodies of all requests under way are as much as Berth holds at a time'
