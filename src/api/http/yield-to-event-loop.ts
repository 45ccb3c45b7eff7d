import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** How long one request may keep all others waiting, as far as its parts allow. */
const TURN_MS = 50

/** A request has taken all the time that one may. */
export class TooExpensive extends Error {
  override readonly name = 'TooExpensive'
}

/**
 * Lets other requests have their turns between the parts of an answer, and makes no more of them
 * once the caller is gone. Throws TooExpensive beyond the time that one request may take. Where the
 * clock stands still while code runs (Workers) it never pauses; there the platform itself ends work.
 */
export async function* yieldToEventLoop(
  c: Context<AppEnv>,
  parts: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  const { now, limits } = c.get('platform')
  const startMs = now().getTime()
  let turnStartMs = startMs
  for await (const part of parts) {
    const madeMs = now().getTime()
    if (madeMs - startMs > limits.workMs) {
      throw new TooExpensive(`The request needs more than ${limits.workMs / 1000} s of work`)
    }
    yield part
    if (madeMs - turnStartMs < TURN_MS) continue
    await nextTurn()
    if (isGone(c)) return
    turnStartMs = now().getTime()
  }
}

/** The caller has closed the connection: nobody reads what comes. */
export function isGone(c: Context<AppEnv>): boolean {
  return c.req.raw.signal.aborted
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
