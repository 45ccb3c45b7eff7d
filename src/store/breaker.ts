import { err, type Result } from '../result.ts'
import { type StorePort, type Unavailable, unavailable } from './port.ts'
import type { Runtime } from './runtime.ts'

/** How long a store that hung is left alone: twice as long each time that it hangs again. */
const FIRST_PAUSE_MS = 2000
const PAUSE_MS_MAX = 30_000

/** So long others wait for the one that tries. */
const PROBE_MS = 3000

/** An operation that failed after so long did not fail at once: the store hangs. */
const SLOW_MS = 900

/**
 * Spares callers a store that does not answer. After an operation that failed slowly, further ones
 * fail at once for a while; then a single one tries, and the others wait for what it finds.
 * Failures that come quickly (throttling, refused access) cost nobody time and pass.
 */
export function withBreaker(store: StorePort, runtime: Runtime): StorePort {
  /** Until when nobody calls; 0 while all is well. */
  let openUntilMs = 0
  let pauseMs = FIRST_PAUSE_MS

  async function guard<T, E>(call: () => Promise<Result<T, E | Unavailable>>) {
    const startedMs = runtime.now().getTime()
    if (startedMs < openUntilMs) return err(leftAlone(openUntilMs - startedMs))
    const isProbe = openUntilMs > 0
    // Not a flag that the probe takes down: a platform may end its request without a word.
    if (isProbe) openUntilMs = startedMs + PROBE_MS
    const result = await call()
    const endedMs = runtime.now().getTime()
    if (result.ok || !isUnavailable(result.error)) {
      openUntilMs = 0
      pauseMs = FIRST_PAUSE_MS
    } else if (endedMs - startedMs >= SLOW_MS && (isProbe || openUntilMs === 0)) {
      openUntilMs = endedMs + pauseMs
      pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)
    }
    return result
  }

  return {
    ...store,
    get: (key) => guard(() => store.get(key)),
    put: (item, condition) => guard(() => store.put(item, condition)),
    query: (range) => guard(() => store.query(range)),
  }
}

function leftAlone(waitMs: number): Unavailable {
  return unavailable('the store hung a moment ago and is left alone', Math.ceil(waitMs / 1000))
}

function isUnavailable(error: unknown): error is Unavailable {
  return (
    typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'unavailable'
  )
}
