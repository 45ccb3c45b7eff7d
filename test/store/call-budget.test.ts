import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ok, type Result } from '../../src/result.ts'
import { readProgress } from '../../src/store/audit/lookup/write-views.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { type StorePort, unavailable } from '../../src/store/port.ts'
import { preemptionOf } from '../support/preemption-of.ts'

/** What Workers' free plan allows one request. */
const CALLS_OF_REQUEST = 50
/** Of every victim's namespace there is a view: one request could not write those of one record. */
const NAMESPACES = Array.from({ length: 46 }, (_, index) => `team-${index}`)
const RECORDS = 300
/** Of so many it is known what became of them. */
const REPORTED = 40
const TOKEN = 'admin-0123456789abcdef'

/** A store that refuses what one request calls beyond its budget. */
function budgeted(store: StorePort) {
  let calls = 0
  let most = 0
  const counted = async <T, E>(call: () => Promise<Result<T, E>>) => {
    calls += 1
    most = Math.max(most, calls)
    if (calls <= CALLS_OF_REQUEST) return call()
    return { ok: false, error: unavailable('too many subrequests', 1) } as const
  }
  const limited: StorePort = {
    kind: store.kind,
    get: (key) => counted(() => store.get(key)),
    put: (item, condition) => counted(() => store.put(item, condition)),
    query: (range) => counted(() => store.query(range)),
  }
  return {
    store: limited,
    most: () => most,
    startRequest: () => {
      calls = 0
    },
  }
}

interface Answer {
  readonly items: readonly { readonly id: string }[]
  readonly nextCursor: string | null
  readonly status: string
}

describe('a cluster whose preemptions have victims in 46 namespaces', () => {
  it('is recorded, viewed, listed and verified with fifty calls a request', async () => {
    const store = createMemoryStore()
    const budget = budgeted(store)
    const tokens = [{ token: TOKEN, name: 'ann', roles: ['admin'] }]
    const app = createApp({
      store: budget.store,
      env: { BERTH_TOKENS: JSON.stringify(tokens) },
      isShared: false,
      storeCallsMax: 44,
    })
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const ask = async (path: string, body?: object) => {
      budget.startRequest()
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await app.request(`/v1/${path}`, { headers, ...init })
      expect(response.ok, await response.clone().text()).toBe(true)
      return (await response.json()) as Answer
    }
    for (let index = 0; index < RECORDS; index++) {
      const answer = await ask('decisions', preemptionOf('wide', `high-${index}`, NAMESPACES))
      expect(answer).toMatchObject({ audit: { status: 'recorded' } })
    }
    // Some of them wrote a part of the views each, and left word of how far they came.
    expect(await readProgress({ store, cluster: 'wide' })).toEqual(ok({ segments: 1, items: 0 }))

    const log = 'clusters/wide/preemptions'
    for (let index = 0; index < REPORTED; index++) {
      const { items } = await ask(`${log}?preemptor=shop/high-${RECORDS - 1 - index}`)
      await ask(`${log}/${items[0]?.id}/outcome`, { outcome: 'executed' })
    }
    const found = new Set<string>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const rest = cursor === '' ? '' : `&cursor=${cursor}`
      const query = `victimNamespace=team-45&limit=100${rest}`
      const page: Answer = await ask(`${log}?${query}`)
      for (const { id } of page.items) found.add(id)
      cursor = page.nextCursor
    }
    expect(found.size).toBe(RECORDS)

    let report: Answer = await ask(`${log}/verify`)
    for (let requests = 1; report.nextCursor !== null && requests < 100; requests++) {
      expect(report.status).toBe('partial')
      report = await ask(`${log}/verify?cursor=${report.nextCursor}`)
    }
    expect(report).toMatchObject({ status: 'intact', last: RECORDS + REPORTED })
    expect(budget.most()).toBeLessThanOrEqual(CALLS_OF_REQUEST)
  })
})
