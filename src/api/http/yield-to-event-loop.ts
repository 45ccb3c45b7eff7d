import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** How long one request may keep all others waiting, as far as its parts allow. */
const TURN_MS = 50

/**
 * Lets other requests have their turns between the parts of an answer, and makes no more of them
 * once the caller is gone. On platforms whose clock stands still while code runs it pauses never.
 */
export async function* yieldToEventLoop(
  c: Context<AppEnv>,
  parts: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  const { now } = c.get('platform')
  let turnStartMs = now().getTime()
  for await (const part of parts) {
    yield part
    if (now().getTime() - turnStartMs < TURN_MS) continue
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
