import { beforeEach, describe, expect, it } from 'vitest'
import type { PreemptionPage } from '../../../schemas/store/preemption-record.ts'
import { createMemoryStore } from '../../../src/store/memory.ts'
import { throttledStore } from '../../store/backends/faulty-store.ts'
import { makeLog, record } from '../../store/contracts/audit-fixtures.ts'
import { type TestRuntime, testRuntime } from '../../store/test-runtime.ts'
import { readProblem } from '../client.ts'
import { makeStoreClient, type StoreClient, type Token } from './store-client.ts'

const LOG = '/v1/clusters/prod/preemptions'

const RED = { namespace: 'red', name: 'red-1', uid: 'u-red', priority: 1, pdbViolated: true }
const BLUE = { namespace: 'blue', name: 'blue-1', uid: 'u-blue', priority: 2, pdbViolated: false }
const NODE_B = { node: 'node-b', victims: [], pdbViolations: 1, lostBy: 'pdbViolations' }

describe('/v1/clusters/{cluster}/preemptions', () => {
  let client: StoreClient
  let runtime: TestRuntime
  /** Three decisions, a minute apart: on red and blue, on blue, on red. */
  beforeEach(async () => {
    runtime = testRuntime()
    const store = createMemoryStore()
    client = makeStoreClient({ store, now: runtime.now })
    const log = makeLog(store, runtime, 'prod')
    for (const [id, victims] of [
      ['d-1', [RED, BLUE]],
      ['d-2', [BLUE]],
      ['d-3', [RED]],
    ] as const) {
      await record(log, id, { victims, node: `node-${id}`, candidates: [NODE_B] })
      runtime.advance(60)
    }
  })

  const get = (token: Token, path = '') => client.as(token, 'GET', `${LOG}${path}`)
  const pageOf = async (response: Response) => (await response.json()) as PreemptionPage
  const idsOf = async (token: Token, query = '') =>
    (await pageOf(await get(token, query))).items.map(({ id }) => id)
  const report = (id: string, body: object, token: Token = 'decider') =>
    client.as(token, 'POST', `${LOG}/${id}/outcome`, body)

  describe('200', () => {
    it.each([
      { query: '', want: ['d-3', 'd-2', 'd-1'] },
      { query: '?node=node-d-2', want: ['d-2'] },
      { query: '?victimNamespace=red', want: ['d-3', 'd-1'] },
      { query: '?preemptor=shop/web-1&victimNamespace=blue', want: ['d-2', 'd-1'] },
      { query: '?preemptor=shop/web-2', want: [] },
      { query: '?from=2026-11-21T12:01:00Z', want: ['d-3', 'd-2'] },
      { query: '?to=2026-11-21T12:01:00Z', want: ['d-1'] },
      { query: '?from=2026-11-21T13:01:00%2B01:00&to=2026-11-21T12:02:00Z', want: ['d-2'] },
    ])('lists for $query', async ({ query, want }) => {
      expect(await idsOf('auditor', query)).toEqual(want)
    })

    it('pages to the end with opaque cursors', async () => {
      const ids: string[] = []
      let cursor = ''
      do {
        const page = await pageOf(await get('auditor', `?limit=1${cursor}`))
        ids.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
      } while (cursor !== '')
      expect(ids).toEqual(['d-3', 'd-2', 'd-1'])
    })

    it('shows the administrator the whole record', async () => {
      const whole = await (await get('admin', '/d-1')).json()
      expect(whole).toMatchObject({
        view: 'administrator',
        kind: 'preemption',
        sequence: 1,
        preemptor: { namespace: 'shop', name: 'web-1' },
        victims: [RED, BLUE],
        alternatives: [{ node: 'node-b', lostBy: 'pdbViolations' }],
        outcome: null,
      })
      expect((await pageOf(await get('auditor', '?to=2026-11-21T12:01:00Z'))).items).toEqual([
        whole,
      ])
    })

    it('shows a tenant the victims of its own namespaces, and no name of the preemptor', async () => {
      const response = await get('tenant', '/d-1')
      const text = await response.text()
      expect(JSON.parse(text)).toEqual({
        view: 'tenant',
        kind: 'preemption',
        intact: true,
        cluster: 'prod',
        id: 'd-1',
        time: '2026-11-21T12:00:00.000Z',
        profile: 'kubernetes-1.37',
        node: 'node-d-1',
        preemptor: { priority: 1000 },
        victims: [RED],
        outcome: null,
      })
      for (const secret of ['web-1', 'shop', 'blue', 'node-b', 'ann']) {
        expect(text).not.toContain(secret)
      }
    })

    it('lists for a tenant only what concerns it', async () => {
      expect(await idsOf('tenant')).toEqual(['d-3', 'd-1'])
      expect(await idsOf('tenant', '?victimNamespace=red')).toEqual(['d-3', 'd-1'])
      expect(await idsOf('tenant', '?victimNamespace=pink')).toEqual([])
      expect(await idsOf('tenant', '?node=node-d-2')).toEqual([])
    })

    it('walks the chain', async () => {
      expect(await (await get('auditor', '/verify')).json()).toEqual({
        status: 'intact',
        first: 1,
        last: 3,
        checked: 3,
        expired: 0,
        erased: 0,
        checkpoint: {
          sequence: 3,
          hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          root: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          note: null,
        },
        fault: null,
        nextCursor: null,
      })
    })

    it('returns an outcome that was reported before when it is reported again', async () => {
      const first = await (await report('d-1', { outcome: 'executed' })).json()
      const again = await report('d-1', { outcome: 'executed' })
      expect(again.status).toBe(200)
      expect(await again.json()).toEqual(first)
    })
  })

  describe('201', () => {
    it('chains the outcome, and shows it with the preemption in both views', async () => {
      const response = await report('d-1', { outcome: 'failed', reason: 'node went away' })
      expect(response.status).toBe(201)
      expect(await response.json()).toMatchObject({
        kind: 'outcome',
        id: 'd-1',
        sequence: 4,
        caller: 'pipeline',
        requestId: 'test',
        outcome: 'failed',
        reason: 'node went away',
      })
      expect(await (await get('admin', '/d-1')).json()).toMatchObject({
        outcome: { sequence: 4, outcome: 'failed', caller: 'pipeline' },
      })
      expect(await (await get('tenant', '/d-1')).json()).toHaveProperty('outcome', {
        outcome: 'failed',
        time: '2026-11-21T12:03:00.000Z',
      })
      expect(await (await get('admin', '/verify')).json()).toMatchObject({
        status: 'intact',
        last: 4,
      })
      expect(await idsOf('auditor')).toEqual(['d-3', 'd-2', 'd-1'])
    })
  })

  it('tells a tenant of its own report, and nothing of the chain', async () => {
    const response = await report('d-3', { outcome: 'executed', reason: 'gone' }, 'tenant-decider')
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        view: 'tenant',
        kind: 'outcome',
        cluster: 'prod',
        id: 'd-3',
        time: '2026-11-21T12:03:00.000Z',
        outcome: 'executed',
        reason: 'gone',
      },
    ])
  })

  it('gives a tenant of no namespace an empty log, without a cursor into that of others', async () => {
    const page = await pageOf(await get('landless', '?limit=1'))
    expect(page).toEqual({ items: [], nextCursor: null })
  })

  describe('401 and 403', () => {
    it.each(['', '/d-1', '/verify'])('asks who wants to read %s', async (path) => {
      const problem = await readProblem(await client.request(`${LOG}${path}`))
      expect(problem).toMatchObject({ status: 401, code: 'unauthenticated' })
      for (const token of ['decider', 'writer', 'nobody'] as const) {
        expect((await get(token, path)).status).toBe(403)
      }
    })

    it('lets only deciders report outcomes', async () => {
      for (const token of ['auditor', 'writer', 'tenant', 'nobody'] as const) {
        expect((await report('d-1', { outcome: 'executed' }, token)).status).toBe(403)
      }
    })

    it.each(['/verify', '?preemptor=shop/web-1', '?victimNamespace=blue'])(
      'refuses a tenant %s',
      async (path) => {
        const problem = await readProblem(await get('tenant', path))
        expect(problem).toMatchObject({ status: 403, code: 'forbidden' })
      },
    )
  })

  describe('a token that is bound to other clusters', () => {
    it.each([
      ['GET', ''],
      ['GET', '/d-1'],
      ['GET', '/verify'],
      ['POST', '/d-1/outcome'],
    ])('may not %s %s, whatever its roles', async (method, path) => {
      const body = method === 'POST' ? { outcome: 'executed' } : undefined
      const response = await client.as('dev-admin', method, `${LOG}${path}`, body)
      expect(await readProblem(response)).toMatchObject({ status: 403, code: 'forbidden' })
    })

    it('may use its own', async () => {
      const response = await client.as('dev-admin', 'GET', '/v1/clusters/dev/preemptions')
      expect(await pageOf(response)).toEqual({ items: [], nextCursor: null })
    })
  })

  describe('404', () => {
    it('for an outcome that a tenant reports of pods that are not its own', async () => {
      const refused = await report('d-2', { outcome: 'executed' }, 'tenant-decider')
      expect(await readProblem(refused)).toMatchObject({ status: 404 })
      expect((await report('d-2', { outcome: 'failed' })).status).toBe(201)
    })

    it('for a preemption that was never recorded', async () => {
      expect(await readProblem(await get('admin', '/d-9'))).toMatchObject({ status: 404 })
      expect((await report('d-9', { outcome: 'executed' })).status).toBe(404)
    })

    it('for a tenant whom a preemption does not concern, as if there were none', async () => {
      const hidden = await readProblem(await get('tenant', '/d-2'))
      const absent = await readProblem(await get('tenant', '/d-9'))
      expect({ ...hidden, detail: '' }).toEqual({ ...absent, detail: '' })
    })

    it('for a preemption of another cluster', async () => {
      const response = await client.as('admin', 'GET', '/v1/clusters/dev/preemptions/d-1')
      expect(response.status).toBe(404)
    })
  })

  describe('409', () => {
    it('for another outcome than the one that was reported', async () => {
      await report('d-1', { outcome: 'executed' })
      expect(await readProblem(await report('d-1', { outcome: 'abandoned' }))).toMatchObject({
        status: 409,
        code: 'version-conflict',
        detail: 'Its outcome was reported before: executed',
      })
    })
  })

  describe('422', () => {
    it.each([
      { query: 'limit=0', pointer: '/limit' },
      { query: 'limit=101', pointer: '/limit' },
      { query: 'from=yesterday', pointer: '/from' },
      { query: 'to=2026-11-21', pointer: '/to' },
      { query: 'preemptor=web-1', pointer: '/preemptor' },
      { query: 'node=', pointer: '/node' },
      { query: 'namespace=red', pointer: '/namespace' },
      { query: 'cursor=AAAA', pointer: '/cursor' },
      { query: 'cursor=', pointer: '/cursor' },
    ])('for $query', async ({ query, pointer }) => {
      const problem = await readProblem(await get('auditor', `?${query}`))
      expect(problem).toMatchObject({
        status: 422,
        code: 'not-a-request',
        errors: [{ pointer, code: 'not-a-request' }],
      })
    })

    it('for a cursor with any one character changed', async () => {
      const { nextCursor } = await pageOf(await get('auditor', '?limit=1'))
      const cursor = nextCursor ?? ''
      for (let at = 0; at < cursor.length; at++) {
        const other = cursor[at] === 'A' ? 'B' : 'A'
        const tampered = `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`
        const response = await get('auditor', `?limit=1&cursor=${tampered}`)
        expect([tampered, response.status]).toEqual([tampered, 422])
      }
    })

    it("for a cursor of another listing, of another cluster's, or of the tenant's", async () => {
      const { nextCursor } = await pageOf(await get('auditor', '?limit=1'))
      const cursor = `cursor=${nextCursor}`
      expect((await get('auditor', `?${cursor}`)).status).toBe(200)
      expect((await get('auditor', `?node=node-a&${cursor}`)).status).toBe(422)
      expect((await get('tenant', `?${cursor}`)).status).toBe(422)
      expect((await get('auditor', `/verify?${cursor}`)).status).toBe(422)
      const elsewhere = `/v1/clusters/dev/preemptions?${cursor}`
      expect((await client.as('auditor', 'GET', elsewhere)).status).toBe(422)
    })

    it.each([
      { body: {}, pointer: '/outcome' },
      { body: { outcome: 'done' }, pointer: '/outcome' },
      { body: { outcome: 'failed', reason: 'x'.repeat(1025) }, pointer: '/reason' },
      { body: { outcome: 'failed', by: 'me' }, pointer: '/by' },
    ])('for an outcome with a wrong $pointer', async ({ body, pointer }) => {
      const problem = await readProblem(await report('d-1', body))
      expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] })
    })
  })

  describe('503', () => {
    it('with Retry-After while the store is throttled, and the cause only in the log', async () => {
      const throttled = makeStoreClient({ store: throttledStore(createMemoryStore()) })
      for (const path of ['', '/d-1', '/verify']) {
        const response = await throttled.as('admin', 'GET', `${LOG}${path}`)
        expect(response.headers.get('retry-after')).toBe('2')
        const problem = await readProblem(response)
        expect(problem).toMatchObject({ status: 503, code: 'store-unavailable' })
        expect(JSON.stringify(problem)).not.toContain('throttled')
      }
      expect(throttled.logged.join('\n')).toContain('throttled by a test')
    })
  })
})
