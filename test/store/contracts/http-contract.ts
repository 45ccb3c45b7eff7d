import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import type { Backend, OpenBackend } from '../backends/backend.ts'
import { dyingStore } from '../backends/faulty-store.ts'
import { testRuntime } from '../test-runtime.ts'
import { makeLog, record } from './audit-fixtures.ts'

const CLUSTER = '/v1/clusters/http'
const TOKENS = [{ token: 'admin-0123456789abcdef', name: 'ann', roles: ['admin'] }]

/** The routes over a store, from end to end; their fine print is tested with the memory store. */
export function describeRoutes(open: OpenBackend): void {
  describe('routes', () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await open()
    })
    afterAll(() => backend.close())

    const client = (store = backend.connect(testRuntime())) => {
      const app = createApp({ store, env: { BERTH_TOKENS: JSON.stringify(TOKENS) } })
      const headers = {
        authorization: 'Bearer admin-0123456789abcdef',
        'content-type': 'application/json',
      }
      return (method: string, path: string, body?: object) =>
        app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    }

    it('keep a class that another isolate reads, replaces and deletes', async () => {
      const path = `${CLUSTER}/priorityclasses/high`
      expect((await client()('PUT', path, { value: 1000 })).status).toBe(201)
      expect(await (await client()('GET', path)).json()).toMatchObject({ value: 1000 })
      const replaced = await client()('PUT', path, { value: 1000, globalDefault: true })
      expect(replaced.headers.get('etag')).toBe('"2"')
      expect((await client()('DELETE', path)).status).toBe(204)
      expect((await client()('GET', path)).status).toBe(404)
    })

    it('show a preemption that another isolate recorded, and take its outcome once', async () => {
      const runtime = testRuntime()
      await record(makeLog(backend.connect(runtime), runtime, 'http'), 'd-1')
      const path = `${CLUSTER}/preemptions`
      expect(await (await client()('GET', `${path}/d-1`)).json()).toMatchObject({ id: 'd-1' })
      const outcomes = ['executed', 'failed'].map((outcome) =>
        client()('POST', `${path}/d-1/outcome`, { outcome }),
      )
      const statuses = (await Promise.all(outcomes)).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 409])
      const page = await (await client()('GET', `${path}?node=node-a&victimNamespace=batch`)).json()
      expect(page).toMatchObject({ items: [{ id: 'd-1', outcome: { kind: 'outcome' } }] })
      const report = await (await client()('GET', `${path}/verify`)).json()
      expect(report).toMatchObject({ status: 'intact' })
    })

    it('answer 503 with Retry-After when the store dies under them, at whatever step', async () => {
      const runtime = testRuntime()
      await record(makeLog(backend.connect(runtime), runtime, 'http'), 'd-2')
      for (const [method, path, body] of [
        ['GET', 'priorityclasses', undefined],
        ['PUT', 'priorityclasses/mid', { value: 5 }],
        ['GET', 'preemptions', undefined],
        ['GET', 'preemptions/d-2', undefined],
        ['GET', 'preemptions/verify', undefined],
        ['POST', 'preemptions/d-2/outcome', { outcome: 'executed' }],
      ] as const) {
        for (let step = 0; ; step++) {
          const dying = dyingStore(backend.connect(testRuntime()), step, 'before')
          const response = await client(dying)(method, `${CLUSTER}/${path}`, body)
          if (!dying.hasDied()) break
          if (response.ok) continue // what was left to do can wait for the next caller
          expect([path, step, response.status]).toEqual([path, step, 503])
          expect(response.headers.get('retry-after')).toBe('5')
        }
      }
    })
  })
}
