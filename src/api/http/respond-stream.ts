import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { logError } from './error-log.ts'
import { respond } from './respond.ts'
import { isGone } from './yield-to-event-loop.ts'

/** Answers up to this size are sent whole, with a length, and can still become a problem. */
const WHOLE_CHARS_MAX = 1_000_000
const CHUNK_CHARS = 65_536
/** For the log alone; nginx gave the number its meaning. */
export const CALLER_GONE = 499

/**
 * Sends JSON in parts as they are made, so that no answer is ever held whole in memory; the bytes
 * do not depend on how fast they are read. A failure after the first chunk breaks the connection.
 */
export async function respondStream(
  c: Context<AppEnv>,
  parts: AsyncIterator<string>,
): Promise<Response> {
  const start = await take(parts, WHOLE_CHARS_MAX)
  if (isGone(c)) {
    await parts.return?.()
    return new Response(null, { status: CALLER_GONE })
  }
  if (start.done) return respond(c, start.text)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(start.text)),
    async pull(controller) {
      try {
        const { text, done } = await take(parts, CHUNK_CHARS)
        if (text !== '') controller.enqueue(encoder.encode(text))
        if (done) controller.close()
      } catch (error) {
        logError(c, error)
        controller.error(error)
      }
    },
    cancel: () => void parts.return?.(),
  })
  return c.body(stream, 200, { 'Content-Type': 'application/json' })
}

/** Parts up to at least so many characters, or to the end. */
async function take(
  parts: AsyncIterator<string>,
  chars: number,
): Promise<{ text: string; done: boolean }> {
  let text = ''
  while (text.length < chars) {
    const part = await parts.next()
    if (part.done === true) return { text, done: true }
    text += part.value
  }
  return { text, done: false }
}
