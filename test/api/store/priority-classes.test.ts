import { beforeEach, describe, expect, it } from 'vitest'
import type { PriorityClass, PriorityClassList } from '../../../schemas/store/priority-class.ts'
import { makeClient, readProblem } from '../client.ts'
import { makeStoreClient, type StoreClient } from './store-client.ts'

const CLASSES = '/v1/clusters/prod/priorityclasses'
const HIGH = `${CLASSES}/high`

describe('/v1/clusters/{cluster}/priorityclasses', () => {
  let client: StoreClient
  const put = (path: string, body: object, headers: Record<string, string> = {}) =>
    client.as('writer', 'PUT', path, body, headers)
  const namesOf = async (response: Response) =>
    ((await response.json()) as PriorityClassList).items.map(({ metadata }) => metadata.name)
  beforeEach(() => {
    client = makeStoreClient()
  })

  describe('200', () => {
    it('lists the two classes of the system in a cluster that nobody has written to', async () => {
      const response = await client.as('decider', 'GET', CLASSES)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClassList',
        items: [
          { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000 },
          { metadata: { name: 'system-node-critical' }, value: 2_000_001_000 },
        ],
      })
    })

    it('returns a class in the Kubernetes object shape, with its version as ETag', async () => {
      await put(HIGH, { value: 1000, description: 'web', metadata: { labels: { team: 'a' } } })
      const response = await client.as('auditor', 'GET', HIGH)
      expect(response.headers.get('etag')).toBe('"1"')
      expect(await response.json()).toEqual({
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: {
          name: 'high',
          uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          resourceVersion: '1',
          generation: 1,
          creationTimestamp: '2026-01-02T03:04:05.000Z',
          labels: { team: 'a' },
        },
        value: 1000,
        globalDefault: false,
        description: 'web',
        preemptionPolicy: 'PreemptLowerPriority',
      })
    })

    it('takes what kubectl prints, and keeps uid and creation time in an update', async () => {
      await put(HIGH, { value: 1000 })
      const printed = (await (await client.as('writer', 'GET', HIGH)).json()) as PriorityClass // as the schema has it
      const response = await put(HIGH, { ...printed, description: 'new', managedFields: [] })
      expect(response.status).toBe(200)
      const updated = (await response.json()) as PriorityClass // as the schema has it
      expect(updated.metadata).toEqual({ ...printed.metadata, resourceVersion: '2' })
      expect(updated.description).toBe('new')
    })

    it('pages with opaque tokens, and keeps its place when a class is added', async () => {
      for (const name of ['a', 'b', 'c']) await put(`${CLASSES}/${name}`, { value: 1 })
      const first = await client.as('decider', 'GET', `${CLASSES}?limit=2`)
      const list = (await first.json()) as PriorityClassList
      expect(list.metadata.remainingItemCount).toBe(3)
      await put(`${CLASSES}/aa`, { value: 1 })
      const next = `${CLASSES}?limit=9&continue=${list.metadata.continue}`
      expect(await namesOf(await client.as('decider', 'GET', next))).toEqual([
        'c',
        'system-cluster-critical',
        'system-node-critical',
      ])
    })

    it.each(['"1"', '"7", "1"', '*'])('writes under If-Match %s', async (ifMatch) => {
      await put(HIGH, { value: 1000 })
      const response = await put(HIGH, { value: 1000, description: 'x' }, { 'If-Match': ifMatch })
      expect(response.status).toBe(200)
      expect(response.headers.get('etag')).toBe('"2"')
    })

    it('accepts a class of the system that is put as it is', async () => {
      const path = `${CLASSES}/system-node-critical`
      expect((await put(path, { value: 2_000_001_000 })).status).toBe(200)
    })

    it('moves the global default only when the old one has given it up', async () => {
      await put(`${CLASSES}/old`, { value: 1, globalDefault: true })
      await put(`${CLASSES}/old`, { value: 1, globalDefault: false })
      expect((await put(`${CLASSES}/new`, { value: 2, globalDefault: true })).status).toBe(201)
    })
  })

  describe('201, 204, 304', () => {
    it('creates', async () => {
      const response = await put(HIGH, { value: -5, preemptionPolicy: 'Never' })
      expect(response.status).toBe(201)
      expect(await response.json()).toMatchObject({ value: -5, preemptionPolicy: 'Never' })
    })

    it('deletes', async () => {
      await put(HIGH, { value: 1000 })
      expect((await client.as('writer', 'DELETE', HIGH)).status).toBe(204)
      expect((await client.as('writer', 'GET', HIGH)).status).toBe(404)
    })

    it.each(['"1"', 'W/"1"', '*'])('says "not modified" to If-None-Match %s', async (tag) => {
      await put(HIGH, { value: 1000 })
      const response = await client.as('writer', 'GET', HIGH, undefined, { 'If-None-Match': tag })
      expect([response.status, await response.text()]).toEqual([304, ''])
    })
  })

  describe('401 and 403', () => {
    it('asks who is there', async () => {
      const response = await client.request(CLASSES)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="berth"')
      expect(await readProblem(response)).toMatchObject({ status: 401, code: 'unauthenticated' })
    })

    it('lets only those write who may', async () => {
      for (const token of ['decider', 'auditor', 'tenant', 'nobody'] as const) {
        const response = await client.as(token, 'PUT', HIGH, { value: 1 })
        expect(response.headers.get('www-authenticate')).toContain('insufficient_scope')
        expect(await readProblem(response)).toMatchObject({ status: 403, code: 'forbidden' })
        expect((await client.as(token, 'DELETE', HIGH)).status).toBe(403)
      }
      expect((await client.as('admin', 'PUT', HIGH, { value: 1 })).status).toBe(201)
    })

    it('lets nobody without a role read', async () => {
      expect((await client.as('nobody', 'GET', CLASSES)).status).toBe(403)
    })

    it('never deletes a class of the system', async () => {
      const response = await client.as('admin', 'DELETE', `${CLASSES}/system-node-critical`)
      expect(await readProblem(response)).toMatchObject({ status: 403, code: 'forbidden' })
    })
  })

  describe('404', () => {
    it.each(['GET', 'DELETE'])('%s of a class that is not there', async (method) => {
      const response = await client.as('admin', method, HIGH)
      expect(await readProblem(response)).toMatchObject({ status: 404, code: 'not-found' })
    })
  })

  describe('409 and 412', () => {
    it('refuses a second global default and names the first', async () => {
      await put(`${CLASSES}/first`, { value: 1, globalDefault: true })
      expect(await readProblem(await put(HIGH, { value: 2, globalDefault: true }))).toMatchObject({
        status: 409,
        code: 'version-conflict',
        detail: 'PriorityClass first is already marked as default. Only one default can exist',
      })
    })

    it('refuses an object with an outdated resourceVersion', async () => {
      await put(HIGH, { value: 1 })
      const response = await put(HIGH, { value: 1, metadata: { resourceVersion: '7' } })
      expect(await readProblem(response)).toMatchObject({ status: 409, code: 'version-conflict' })
    })

    it.each([
      { name: 'another version', headers: { 'If-Match': '"7"' } },
      { name: 'a weak tag, which never matches', headers: { 'If-Match': 'W/"1"' } },
      { name: 'that there be none', headers: { 'If-None-Match': '*' } },
    ])('refuses what demands $name', async ({ headers }) => {
      await put(HIGH, { value: 1 })
      const response = await put(HIGH, { value: 1, description: 'x' }, headers)
      expect(await readProblem(response)).toMatchObject({ status: 412, code: 'version-conflict' })
    })

    it('refuses to delete another version, and to replace what is not there', async () => {
      const header = { 'If-Match': '*' }
      expect((await put(HIGH, { value: 1 }, header)).status).toBe(412)
      await put(HIGH, { value: 1 })
      const stale = { 'If-Match': '"7"' }
      expect((await client.as('writer', 'DELETE', HIGH, undefined, stale)).status).toBe(412)
    })
  })

  describe('422', () => {
    it.each([
      { name: 'no value', body: {}, pointer: '/value' },
      { name: 'a value that is no number', body: { value: '1' }, pointer: '/value' },
      { name: 'a fraction', body: { value: 1.5 }, pointer: '/value' },
      { name: 'a value of the system', body: { value: 1_000_000_001 }, pointer: '/value' },
      { name: 'less than 32 bits hold', body: { value: -2_147_483_649 }, pointer: '/value' },
      {
        name: 'another name',
        body: { value: 1, metadata: { name: 'low' } },
        pointer: '/metadata/name',
      },
      { name: 'another kind', body: { value: 1, kind: 'Pod' }, pointer: '/kind' },
      {
        name: 'an unknown policy',
        body: { value: 1, preemptionPolicy: 'Always' },
        pointer: '/preemptionPolicy',
      },
    ])('refuses $name', async ({ body, pointer }) => {
      const problem = await readProblem(await put(HIGH, body))
      expect(problem).toMatchObject({ status: 422, code: 'not-a-request', errors: [{ pointer }] })
    })

    it('takes the largest value that users may have', async () => {
      expect((await put(HIGH, { value: 1_000_000_000 })).status).toBe(201)
    })

    it.each([
      { field: 'value', body: { value: 2 } },
      { field: 'preemptionPolicy', body: { value: 1, preemptionPolicy: 'Never' } },
    ])('refuses to change $field', async ({ field, body }) => {
      await put(HIGH, { value: 1 })
      const problem = await readProblem(await put(HIGH, body))
      expect(problem).toMatchObject({ status: 422, errors: [{ pointer: `/${field}` }] })
    })

    it.each([
      { path: 'system-mine', body: { value: 1 }, pointer: '/metadata/name' },
      { path: 'system-node-critical', body: { value: 1 }, pointer: '/value' },
      {
        path: 'system-node-critical',
        body: { value: 2_000_001_000, globalDefault: true },
        pointer: '/globalDefault',
      },
      { path: 'Upper', body: { value: 1 }, pointer: '/name' },
    ])('refuses $path with $body', async ({ path, body, pointer }) => {
      const problem = await readProblem(await put(`${CLASSES}/${path}`, body))
      expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] })
    })

    it.each(['limit=0', 'limit=501', 'limit=x', 'continue=', 'continue=e30', 'page=2'])(
      'refuses the query %s',
      async (query) => {
        const response = await client.as('decider', 'GET', `${CLASSES}?${query}`)
        expect(await readProblem(response)).toMatchObject({ status: 422, code: 'not-a-request' })
      },
    )

    it('refuses a token of another cluster', async () => {
      const first = await client.as('decider', 'GET', `${CLASSES}?limit=1`)
      const { metadata } = (await first.json()) as PriorityClassList
      const path = `/v1/clusters/dev/priorityclasses?continue=${metadata.continue}`
      expect((await client.as('decider', 'GET', path)).status).toBe(422)
    })

    it('refuses a name that no cluster can have', async () => {
      const response = await client.as('admin', 'GET', '/v1/clusters/a%2Fb/priorityclasses')
      expect(await readProblem(response)).toMatchObject({ errors: [{ pointer: '/cluster' }] })
    })
  })

  describe('503', () => {
    it('says that there is no store before it asks who calls', async () => {
      expect(await readProblem(await makeClient().request(CLASSES))).toMatchObject({
        status: 503,
        code: 'store-not-configured',
      })
    })
  })
})
