import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** How long one request may keep all others waiting, as far as its parts allow. */
const TURN_MS = 50

/** A request has taken all the time that one may. */
export class TooExpensive extends Error {
  override readonly name = 'TooExpensive'
}

/** Where the clock stands still while code runs, it is looked at after so much of an answer. */
const LOOK_PARTS = 64
const LOOK_CHARS = 49_152

/**
 * Lets other requests have their turns between the parts of an answer, and makes no more of them
 * once the caller is gone. Throws TooExpensive beyond the time that one request may work; waiting for
 * a reader is no work. On Workers the clock shows the time of the last event, so there an answer
 * makes an event of its own every few parts: what others do in that moment counts as well.
 */
export async function* yieldToEventLoop(
  c: Context<AppEnv>,
  parts: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  const decided = c.get('trace')?.phase('decide')
  let isWhole = false
  try {
    yield* paced(c, parts)
    isWhole = true
  } finally {
    decided?.(!isWhole)
  }
}

async function* paced(
  c: Context<AppEnv>,
  parts: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  const { now, limits, clockRuns } = c.get('platform')
  const clock = () => now().getTime()
  const work = new WorkTime(limits.workMs)
  let turnMs = 0
  let unseenParts = 0
  let unseenChars = 0
  let markMs = clock()
  for await (const part of parts) {
    const madeMs = clock()
    turnMs += work.add(madeMs - markMs)
    unseenParts += 1
    unseenChars += part.length
    const mustLook = !clockRuns && (unseenParts >= LOOK_PARTS || unseenChars >= LOOK_CHARS)
    if (turnMs >= TURN_MS || mustLook) {
      await nextTurn()
      if (isGone(c)) return
      if (!clockRuns) work.add(clock() - madeMs)
      turnMs = 0
      unseenParts = 0
      unseenChars = 0
    }
    yield part
    markMs = clock()
  }
}

/** How long a request has worked. */
class WorkTime {
  private readonly maxMs: number
  private totalMs = 0

  constructor(maxMs: number) {
    this.maxMs = maxMs
  }

  add(ms: number): number {
    this.totalMs += ms
    if (this.totalMs <= this.maxMs) return ms
    throw new TooExpensive(`The request needs more than ${this.maxMs / 1000} s of work`)
  }
}

/** The caller has closed the connection: nobody reads what comes. */
export function isGone(c: Context<AppEnv>): boolean {
  return c.req.raw.signal.aborted
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
