import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { faultOfError } from '../fault-of-error.ts'

/** Server-sent events. */
export const EVENTS_TYPE = 'text/event-stream'

/** How long a follower waits before it connects again. */
const RETRY_MS = 2000

/** One event; its data is JSON, which has no line break. */
export function eventText(event: string, id: string, data: unknown): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** A line that nobody reads, so that nobody in between takes the connection for dead. */
export const NOTHING_HAPPENED = ':\n\n'

/**
 * Sends events as they come, each only once the one before was taken. What goes wrong ends the
 * connection: a follower comes again with the last event that it knows. `done` is called at its end.
 */
export function respondEvents(
  c: Context<AppEnv>,
  events: AsyncIterator<string>,
  done: () => void,
): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`)),
      async pull(controller) {
        try {
          const next = await events.next()
          if (next.done !== true) return controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          faultOfError(c, error)
        }
        done()
        controller.close()
      },
      cancel() {
        done()
        void events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return c.body(stream, 200, { 'Content-Type': EVENTS_TYPE, 'X-Accel-Buffering': 'no' })
}
