import { describe, expect, it } from 'vitest'
import { err, ok } from '../../src/result.ts'
import { withBreaker } from '../../src/store/breaker.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { type StorePort, unavailable } from '../../src/store/port.ts'
import { testRuntime } from './test-runtime.ts'

const KEY = { pk: 'a', sk: 'b' }

/** A store whose reads take so many seconds and fail, or take none and succeed, behind a breaker. */
function start() {
  const runtime = testRuntime()
  const store = { seconds: 0, fails: false, calls: 0 }
  const behind: StorePort = {
    ...createMemoryStore(),
    async get() {
      store.calls += 1
      runtime.advance(store.seconds)
      return store.fails ? err(unavailable('it hangs', 5)) : ok(null)
    },
  }
  const guarded = withBreaker(behind, runtime)
  return { runtime, store, get: async () => (await guarded.get(KEY)).ok }
}

describe('the breaker', () => {
  it('spares callers a store that hung: one waits for it, the others fail at once', async () => {
    const { runtime, store, get } = start()
    Object.assign(store, { seconds: 2.5, fails: true })
    expect(await get()).toBe(false)
    const startedMs = runtime.now().getTime()
    for (let caller = 0; caller < 100; caller++) expect(await get()).toBe(false)
    expect(store.calls).toBe(1)
    expect(runtime.now().getTime()).toBe(startedMs)
  })

  it('lets one try after 2 s, then 4, and so on up to 30, and all once it answers', async () => {
    const { runtime, store, get } = start()
    Object.assign(store, { seconds: 2.5, fails: true })
    await get()
    for (const [tried, pauseSeconds] of [2, 4, 8, 16, 30, 30].entries()) {
      runtime.advance(pauseSeconds - 0.001)
      await get()
      expect(store.calls, `pause ${pauseSeconds}`).toBe(tried + 1)
      runtime.advance(0.001)
      await get()
      expect(store.calls, `pause ${pauseSeconds}`).toBe(tried + 2)
    }
    Object.assign(store, { seconds: 0, fails: false })
    runtime.advance(30)
    expect([await get(), await get()]).toEqual([true, true])
  })

  it('leaves a store alone that fails at once', async () => {
    const { store, get } = start()
    Object.assign(store, { fails: true })
    for (let call = 0; call < 10; call++) expect(await get()).toBe(false)
    expect(store.calls).toBe(10)
  })
})
