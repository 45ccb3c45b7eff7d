import { err, type Result } from '../../../src/result.ts'
import type { StorePort, Unavailable } from '../../../src/store/port.ts'

const DEAD: Unavailable = {
  kind: 'unavailable',
  retryAfterSeconds: 5,
  cause: 'killed by a test',
  mayHaveWritten: true,
}
const BUSY: Unavailable = {
  kind: 'unavailable',
  retryAfterSeconds: 2,
  cause: 'throttled by a test',
  mayHaveWritten: false,
}

/**
 * A store that answers `step` calls and then no more. The call it dies at is not carried out, or
 * (`after`) is, and only its answer is lost.
 */
export function dyingStore(
  store: StorePort,
  step: number,
  moment: 'before' | 'after',
): StorePort & { hasDied(): boolean } {
  let calls = 0
  const guard = async <T, E>(call: () => Promise<Result<T, E>>) => {
    calls += 1
    if (calls <= step) return call()
    if (calls === step + 1 && moment === 'after') await call()
    return err(DEAD)
  }
  return {
    kind: store.kind,
    get: (key) => guard(() => store.get(key)),
    put: (item, condition) => guard(() => store.put(item, condition)),
    query: (range) => guard(() => store.query(range)),
    hasDied: () => calls > step,
  }
}

/** A store whose capacity is used up. */
export function throttledStore({ kind }: StorePort): StorePort {
  const busy = async () => err(BUSY)
  return { kind, get: busy, put: busy, query: busy }
}

/** A store that can be read and takes no write. */
export function unwritableStore(store: StorePort): StorePort {
  return { ...store, put: async () => err(BUSY) }
}
