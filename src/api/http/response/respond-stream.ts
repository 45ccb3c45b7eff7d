import type { Context } from 'hono'
import type { AnswerForm } from '../../../use-cases/decisions/decision-answer.ts'
import type { AppEnv } from '../app-env.ts'
import { faultOfError } from '../fault-of-error.ts'
import { isGone } from '../yield-to-event-loop.ts'
import { LINES_TYPE, problemLine } from './lines.ts'
import { respond } from './respond.ts'

/** Answers up to this size are sent whole, with a length, and can still become a problem. */
const WHOLE_CHARS_MAX = 1_000_000
const CHUNK_CHARS = 65_536
/** For the log alone; nginx gave the number its meaning. */
export const CALLER_GONE = 499

/**
 * Sends an answer in parts as they are made, so that none is ever held whole in memory; the bytes do
 * not depend on how fast they are read. A failure after the first chunk breaks the connection; lines
 * end with the problem instead.
 */
export async function respondStream(
  c: Context<AppEnv>,
  parts: AsyncIterator<string>,
  form: AnswerForm = 'json',
): Promise<Response> {
  const isJson = form === 'json'
  const contentType = isJson ? 'application/json' : LINES_TYPE
  const start = await take(parts, isJson ? WHOLE_CHARS_MAX : CHUNK_CHARS)
  if (isGone(c)) {
    await parts.return?.()
    return new Response(null, { status: CALLER_GONE })
  }
  if (start.done) return respond(c, start.text, { contentType })
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(start.text)),
    async pull(controller) {
      try {
        const { text, done } = await take(parts, CHUNK_CHARS)
        if (text !== '') controller.enqueue(encoder.encode(text))
        if (done) controller.close()
      } catch (error) {
        const fault = faultOfError(c, error)
        if (isJson) return controller.error(error)
        controller.enqueue(encoder.encode(problemLine(fault, c.get('requestId'))))
        controller.close()
      }
    },
    cancel: () => void parts.return?.(),
  })
  return c.body(stream, 200, { 'Content-Type': contentType })
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
