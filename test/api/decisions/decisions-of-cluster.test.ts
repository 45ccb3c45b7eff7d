import { describe, expect, it } from 'vitest'
import type { PreemptionPage } from '../../../schemas/store/preemption-record.ts'
import { createMemoryStore } from '../../../src/store/memory.ts'
import { throttledStore } from '../../store/backends/faulty-store.ts'
import { readProblem } from '../client.ts'
import { makeStoreClient, type StoreClient } from '../store/store-client.ts'

const CLUSTER = '/v1/clusters/prod'

/** One node that a pod of low priority fills. */
const snapshot = {
  nodes: [
    { metadata: { name: 'a' }, status: { allocatable: { cpu: '1', memory: '1Gi', pods: '10' } } },
  ],
  pods: [pod('low', { priority: 1, nodeName: 'a' })],
}

function pod(name: string, spec: object = {}) {
  const containers = [{ name: 'c', resources: { requests: { cpu: '1' } } }]
  return { metadata: { name, namespace: 'shop', uid: `u-${name}` }, spec: { containers, ...spec } }
}

function request(pods: object[], options: object = {}) {
  return { snapshot, pods, cluster: 'prod', options: { explain: 'decision', ...options } }
}

const decide = (client: StoreClient, body: object) =>
  client.as('decider', 'POST', '/v1/decisions', body)

async function records(client: StoreClient) {
  const page = await client.as('auditor', 'GET', `${CLUSTER}/preemptions`)
  return ((await page.json()) as PreemptionPage).items
}

async function putClass(client: StoreClient, name: string, value: number, more: object = {}) {
  const apiVersion = 'scheduling.k8s.io/v1'
  const body = { apiVersion, kind: 'PriorityClass', metadata: { name }, value, ...more }
  const path = `${CLUSTER}/priorityclasses/${name}`
  expect((await client.as('writer', 'PUT', path, body)).status).toBe(201)
}

describe('POST /v1/decisions with a cluster', () => {
  it('takes priorities from the classes that are kept, and says which gave which value', async () => {
    const client = makeStoreClient()
    await putClass(client, 'urgent', 1000)
    await putClass(client, 'usual', 7, { globalDefault: true })
    const pods = [pod('named', { priorityClassName: 'urgent' }), pod('unnamed')]
    const answer = await (await decide(client, request(pods))).json()
    expect(answer).toMatchObject({
      input: {
        priorityClasses: [
          { name: 'urgent', value: 1000, source: 'cluster', pods: 1 },
          { name: 'usual', value: 7, source: 'cluster', pods: 1 },
        ],
      },
      decisions: [
        { pod: { name: 'named' }, preemption: { node: 'a', victims: [{ name: 'low' }] } },
        { pod: { name: 'unnamed' }, preemption: { node: 'a' } },
      ],
    })
  })

  it("lets the snapshot's own class of the same name count before the kept one", async () => {
    const client = makeStoreClient()
    await putClass(client, 'urgent', 1000)
    const own = { kind: 'PriorityClass', metadata: { name: 'urgent' }, value: 0 }
    const body = request([pod('named', { priorityClassName: 'urgent' })])
    const answer = await (
      await decide(client, { ...body, snapshot: { ...snapshot, priorityClasses: [own] } })
    ).json()
    expect(answer).toMatchObject({
      input: { priorityClasses: [{ name: 'urgent', value: 0, source: 'snapshot', pods: 1 }] },
      decisions: [{ preemption: { node: null, victims: [] } }],
    })
  })

  it('names a class that nobody knows', async () => {
    const body = request([pod('named', { priorityClassName: 'unheard-of' })])
    const answer = await (await decide(makeStoreClient(), body)).json()
    expect(answer).toMatchObject({
      input: { notEvaluated: [{ kind: 'PriorityClass', object: 'unheard-of' }] },
    })
  })

  it('records one preemption a pod that has victims, and a repeated request nothing more', async () => {
    const client = makeStoreClient()
    const body = request([pod('first', { priority: 5 }), pod('second', { priority: 6 })])
    const first = await (await decide(client, body)).text()
    const again = await (await decide(client, body)).text()
    expect(again).toBe(first)
    const { id, audit } = JSON.parse(first) as { id: string; audit: unknown }
    expect(audit).toEqual({
      status: 'recorded',
      records: [
        { id: `${id}.0`, sequence: 1, hash: expect.stringMatching(/^sha256:/) },
        { id: `${id}.1`, sequence: 2, hash: expect.stringMatching(/^sha256:/) },
      ],
    })
    expect(await records(client)).toMatchObject([
      { id: `${id}.1`, preemptor: { name: 'second', priority: 6 } },
      { id: `${id}.0`, node: 'a', victims: [{ namespace: 'shop', name: 'low', priority: 1 }] },
    ])
  })

  it('records nothing where nobody would be displaced', async () => {
    const client = makeStoreClient()
    const answer = await (await decide(client, request([pod('lowest', { priority: 0 })]))).json()
    expect(answer).toMatchObject({ audit: { status: 'recorded', records: [] } })
    expect(await records(client)).toEqual([])
  })

  it('goes on without the store, says so, and makes nobody a victim of a priority not seen', async () => {
    const client = makeStoreClient({ store: throttledStore(createMemoryStore()) })
    const pods = [pod('first', { priority: 5 }), pod('second', { priorityClassName: 'urgent' })]
    const missing = (why: unknown) => [expect.objectContaining({ kind: 'PriorityClass', why })]
    const response = await decide(client, request(pods))
    expect(response.status).toBe(200)
    const unknown = missing('PriorityClass urgent was not seen')
    const refused = { outcome: 'unschedulable', message: null, preemption: null, unknown }
    expect(await response.json()).toMatchObject({
      input: { notEvaluated: [{ what: 'priorityClasses' }] },
      decisions: [refused, refused],
      audit: { status: 'failed', code: 'store-unavailable', records: [] },
    })
    // One kept class may be the default of pods that name none.
    const unnamed = await (await decide(client, request([pod('unnamed')]))).json()
    expect(unnamed).toMatchObject({
      decisions: [{ preemption: null, unknown: missing(expect.stringContaining('were not read')) }],
    })
  })

  it('goes on without the store where every pod has its own priority', async () => {
    const client = makeStoreClient({ store: throttledStore(createMemoryStore()) })
    const response = await decide(client, request([pod('first', { priority: 5 })]))
    expect(await response.json()).toMatchObject({
      decisions: [{ outcome: 'unschedulable', preemption: { victims: [{ name: 'low' }] } }],
      audit: { status: 'failed', code: 'store-unavailable', records: [] },
    })
  })

  it('records another decision where a class was made anew with another value', async () => {
    const client = makeStoreClient()
    await putClass(client, 'urgent', 10)
    const body = request([pod('named', { priorityClassName: 'urgent' })])
    const first = (await (await decide(client, body)).json()) as { id: string }
    const path = `${CLUSTER}/priorityclasses/urgent`
    expect((await client.as('writer', 'DELETE', path)).status).toBe(204)
    await putClass(client, 'urgent', 30)
    const second = (await (await decide(client, body)).json()) as { id: string }
    expect(second.id).not.toBe(first.id)
    const kept = await records(client)
    expect(kept.map(({ id, ...record }) => [id, record])).toMatchObject([
      [second.id, { preemptor: { priority: 30 }, priorityClasses: { version: 3 } }],
      [first.id, { preemptor: { priority: 10 }, priorityClasses: { version: 1 } }],
    ])
  })

  it('decides nothing without the store when the audit is required', async () => {
    const client = makeStoreClient({ store: throttledStore(createMemoryStore()) })
    const response = await decide(
      client,
      request([pod('first', { priority: 5 })], { audit: 'required' }),
    )
    expect(response.headers.get('retry-after')).toBeTruthy()
    expect(await readProblem(response)).toMatchObject({ status: 503, code: 'store-unavailable' })
  })

  it('tells a tenant that it is recorded, not how much else is', async () => {
    const body = request([pod('first', { priority: 5 })])
    const answer = await makeStoreClient().as('tenant-decider', 'POST', '/v1/decisions', body)
    const { id, audit } = (await answer.json()) as { id: string; audit: unknown }
    expect(audit).toEqual({ status: 'recorded', records: [{ id }] })
  })

  it('is refused to a token that is bound to other clusters', async () => {
    const client = makeStoreClient()
    const body = request([pod('first')])
    const refused = await client.as('dev-admin', 'POST', '/v1/decisions', body)
    expect(await readProblem(refused)).toMatchObject({ status: 403, code: 'forbidden' })
    const own = await client.as('dev-admin', 'POST', '/v1/decisions', { ...body, cluster: 'dev' })
    expect(own.status).toBe(200)
  })

  it('answers with a required audit once it is recorded', async () => {
    const client = makeStoreClient()
    const body = request([pod('first', { priority: 5 })], { audit: 'required' })
    const answer = await (await decide(client, body)).json()
    expect(answer).toMatchObject({ audit: { status: 'recorded', records: [{ sequence: 1 }] } })
  })
})
