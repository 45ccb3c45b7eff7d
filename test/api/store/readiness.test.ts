import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../src/store/memory.ts'
import { type StorePort, unavailable } from '../../../src/store/port.ts'
import { makeClient, readProblem } from '../client.ts'

/** A store that answers as it is told, and counts. */
function switchable() {
  const memory = createMemoryStore()
  const state = { isAway: false, hangs: false, asked: 0 }
  const store: StorePort = {
    ...memory,
    get: async (key) => {
      state.asked++
      if (state.hangs) return new Promise(() => {})
      if (state.isAway) return { ok: false, error: unavailable('connection refused', 1) }
      return memory.get(key)
    },
  }
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const client = makeClient({
    store,
    now: () => new Date(nowMs),
    runtime: { sleep: () => new Promise((resolve) => setImmediate(resolve)) },
  })
  return {
    state,
    client,
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('GET /readyz', () => {
  it('is ready without a store', async () => {
    const response = await makeClient({ store: null }).request('/readyz')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', store: null })
  })

  it('names the store that answered', async () => {
    const { client } = switchable()
    const response = await client.request('/readyz')
    expect(await response.json()).toEqual({ status: 'ok', store: 'memory' })
  })

  it.each(['isAway', 'hangs'] as const)(
    'is a 503 while the store %s, and logs why',
    async (how) => {
      const { client, state } = switchable()
      state[how] = true
      const response = await client.request('/readyz')
      expect(response.headers.get('retry-after')).toBe('5')
      const problem = await readProblem(response)
      expect(problem).toMatchObject({ status: 503, code: 'store-unavailable' })
      // What a store says of itself is the operator's business.
      expect(problem.detail).not.toContain('refused')
      const why = how === 'isAway' ? 'connection refused' : 'no answer within 2 s'
      expect(client.logged.join('\n')).toContain(why)
    },
  )

  it('asks the store once in five seconds, however often it is asked', async () => {
    const { client, state, wait } = switchable()
    for (let probe = 0; probe < 20; probe++) await client.request('/readyz')
    expect(state.asked).toBe(1)
    state.isAway = true
    wait(5000)
    expect((await client.request('/readyz')).status).toBe(503)
    state.isAway = false
    wait(4999)
    expect((await client.request('/readyz')).status).toBe(503)
    wait(1)
    expect((await client.request('/readyz')).status).toBe(200)
    expect(state.asked).toBe(3)
  })
})
