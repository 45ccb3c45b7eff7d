import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'

/**
 * Calls `done` once with the bytes of the body: when the last one is out, when the reader leaves
 * before it, or when the body breaks. A body of known length is as good as out.
 */
export function atResponseEnd(c: Context<AppEnv>, done: (bytes: number) => void): void {
  const length = c.res.headers.get('content-length')
  if (c.req.method === 'HEAD' || c.res.body === null) done(0)
  else if (length !== null) done(Number(length))
  else c.res = new Response(countBytes(c.res.body, done), c.res)
}

function countBytes(
  body: ReadableStream<Uint8Array>,
  done: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = await reader.read().catch((error: unknown) => {
        done(bytes)
        throw error
      })
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
