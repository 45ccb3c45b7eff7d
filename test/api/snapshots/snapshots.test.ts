import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { KeptSnapshot } from '../../../schemas/snapshots/kept-snapshot.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { type Client, makeClient, readProblem } from '../client.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

function send(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init =
    body === undefined
      ? { method, headers }
      : { method, body: text, headers: { ...JSON_TYPE, ...headers } }
  return client.request(path, init)
}

async function put(client: Client, snapshot: unknown, name = 'prod', headers = {}) {
  const response = await send(client, 'PUT', `/v1/snapshots/${name}`, snapshot, headers)
  expect([200, 201]).toContain(response.status)
  return KeptSnapshot.parse(await response.json())
}

async function patch(client: Client, changes: unknown, headers = {}) {
  const response = await send(client, 'PATCH', '/v1/snapshots/prod', changes, headers)
  expect(response.status).toBe(200)
  return KeptSnapshot.parse(await response.json())
}

async function nodeFor(client: Client, snapshot: unknown, cpu = '1'): Promise<string | null> {
  const pod = makePod('web', { requests: { cpu } })
  const response = await client.decide({ snapshot, pod, options: { absentKinds: 'empty' } })
  expect(response.status).toBe(200)
  const { decisions } = DecisionResponse.parse(await response.json())
  return decisions[0]?.node ?? null
}

const BY_NAME = { name: 'prod' }
const SMALL = { nodes: [makeNode('a', { allocatable: { cpu: '2' } })], pods: [] }

describe('a snapshot by name', () => {
  it('is decided on as if the request had brought it', async () => {
    const client = makeClient()
    await put(client, SMALL)
    const pod = makePod('web', { requests: { cpu: '1' } })
    const [named, brought] = await Promise.all(
      [BY_NAME, SMALL].map(async (snapshot) => {
        const response = await client.decide({ snapshot, pod })
        const { id: _, input, ...rest } = DecisionResponse.parse(await response.json())
        return { ...rest, input: { ...input, digest: '' } }
      }),
    )
    expect(named).toEqual(brought)
  })

  it.each([
    ['a List', { kind: 'List', apiVersion: 'v1', items: [{ ...makeNode('a'), kind: 'Node' }] }],
    ['an array of Lists', [{ kind: 'NodeList', items: [makeNode('a')] }]],
    ['an object of arrays', { nodes: [makeNode('a')] }],
  ])('comes as %s', async (_, snapshot) => {
    const client = makeClient()
    expect(await put(client, snapshot)).toMatchObject({ objects: { nodes: 1 }, patches: 0 })
    expect(await nodeFor(client, BY_NAME)).toBe('a')
  })

  it.each([
    ['/v1/decisions', { pods: [makePod('web')] }],
    ['/v1/comparisons', { pods: [makePod('web')], a: {}, b: {} }],
    ['/v1/explanations', { pod: makePod('web') }],
    ['/v1/capacity', { mix: [{ pod: makePod('web') }] }],
    ['/v1/evictions', { now: '2026-11-21T12:00:00Z', until: 60, changes: [] }],
    ['/v1/queue', {}],
  ])('is taken by %s', async (path, request) => {
    const client = makeClient()
    const { digest } = await put(client, SMALL)
    const response = await send(client, 'POST', path, { ...request, snapshot: BY_NAME })
    expect(response.status, await response.clone().text()).toBe(200)
    expect(response.headers.get('snapshot-digest')).toBe(digest)
  })

  it('comes compressed too', async () => {
    const client = makeClient()
    const plain = await put(client, SMALL, 'plain')
    const response = await client.request('/v1/snapshots/packed', {
      method: 'PUT',
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(SMALL)),
    })
    expect(KeptSnapshot.parse(await response.json()).digest).toBe(plain.digest)
  })

  it('gives a request another digest and id once it has changed', async () => {
    const client = makeClient()
    await put(client, SMALL)
    const ask = async () => {
      const response = await client.decide({ snapshot: BY_NAME, pod: makePod('web') })
      const { id, input } = DecisionResponse.parse(await response.json())
      return [id, input.digest]
    }
    const first = await ask()
    expect(await ask()).toEqual(first)
    await patch(client, { put: { nodes: [makeNode('b')] } })
    const [id, digest] = await ask()
    expect(id).not.toBe(first[0])
    expect(digest).not.toBe(first[1])
  })

  it('is replaced whole by the next PUT', async () => {
    const client = makeClient()
    await put(client, SMALL)
    await put(client, { nodes: [makeNode('b')] })
    expect(await nodeFor(client, BY_NAME)).toBe('b')
  })

  it('keeps apart what is told apart by a ~', async () => {
    const client = makeClient()
    await put(client, SMALL)
    await put(client, { nodes: [makeNode('b')] }, 'prod~next')
    expect(await nodeFor(client, BY_NAME)).toBe('a')
    expect(await nodeFor(client, { name: 'prod~next' })).toBe('b')
  })
})

describe('a patch', () => {
  it('adds, replaces and removes objects, in the order of a snapshot', async () => {
    const client = makeClient()
    const first = await put(client, {
      nodes: [makeNode('a', { allocatable: { cpu: '1' } }), makeNode('b')],
      pods: [],
    })
    expect(await nodeFor(client, BY_NAME, '3')).toBe('b')
    const second = await patch(client, {
      put: {
        nodes: [makeNode('a', { allocatable: { cpu: '8' } })],
        pods: [makePod('x', { node: 'a' })],
      },
      remove: [{ kind: 'Node', name: 'b' }],
    })
    expect(second).toMatchObject({ objects: { nodes: 1, pods: 1 }, patches: 1 })
    expect(second.digest).not.toBe(first.digest)
    expect(await nodeFor(client, BY_NAME, '3')).toBe('a')
    await patch(client, { remove: [{ kind: 'Pod', name: 'x' }], put: { nodes: [makeNode('c')] } })
    const response = await client.decide({ snapshot: BY_NAME, pod: makePod('web') })
    const answer = DecisionResponse.parse(await response.json())
    expect(answer.input).toMatchObject({ nodes: 2, pods: 0 })
  })

  it('says that all is as it was, if it is empty', async () => {
    let now = new Date('2026-11-21T12:00:00Z')
    const client = makeClient({ now: () => now })
    const { digest } = await put(client, SMALL)
    now = new Date('2026-11-21T12:01:00Z')
    const snapshot = { ...BY_NAME, maxAgeSeconds: 30 }
    const stale = await client.decide({ snapshot, pod: makePod('web') })
    expect(await readProblem(stale)).toMatchObject({ status: 409, code: 'snapshot-stale' })
    expect(await patch(client, {})).toMatchObject({ digest, patches: 0, ageSeconds: 0 })
    expect(await nodeFor(client, snapshot)).toBe('a')
  })

  it.each([
    ['an object that is not there', { remove: [{ kind: 'Pod', name: 'x' }] }, '/remove/0'],
    [
      'objects of a kind that it has not',
      { put: { services: [{ metadata: { name: 's' } }] } },
      '/put/services/0',
    ],
    ['an unknown kind', { remove: [{ kind: 'Secret', name: 'x' }] }, '/remove/0/kind'],
    [
      'a bad quantity',
      { put: { nodes: [makeNode('b', { allocatable: { cpu: '1x' } })] } },
      '/put/nodes/0',
    ],
    ['an object twice', { put: { nodes: [makeNode('b'), makeNode('b')] } }, '/put/nodes/1'],
    ['an unknown field', { add: {} }, '/add'],
  ])('with %s changes nothing', async (_, changes, pointer) => {
    const client = makeClient()
    await put(client, SMALL)
    const response = await send(client, 'PATCH', '/v1/snapshots/prod', changes)
    const problem = await readProblem(response)
    expect(problem.status).toBe(422)
    expect(problem.errors[0]?.pointer).toContain(pointer)
    expect(await nodeFor(client, BY_NAME)).toBe('a')
  })

  it('goes behind the state that it names, or not at all', async () => {
    const client = makeClient()
    const { digest } = await put(client, SMALL)
    const changes = { put: { nodes: [makeNode('b')] } }
    const headers = { 'if-match': `"${digest}"` }
    await patch(client, changes, headers)
    const again = await send(client, 'PATCH', '/v1/snapshots/prod', changes, headers)
    expect(await readProblem(again)).toMatchObject({ status: 412, code: 'version-conflict' })
  })

  it('of many at once is never lost', async () => {
    const client = makeClient()
    await put(client, SMALL)
    const patches = Array.from({ length: 20 }, async (_, index) => {
      const changes = { put: { nodes: [makeNode(`n${index}`)] } }
      for (;;) {
        const response = await send(client, 'PATCH', '/v1/snapshots/prod', changes)
        if (response.status === 200) return
        expect(response.status).toBe(412)
      }
    })
    await Promise.all(patches)
    const response = await send(client, 'GET', '/v1/snapshots/prod')
    expect(await response.json()).toMatchObject({ objects: { nodes: 21 }, patches: 20 })
    expect(await nodeFor(client, BY_NAME)).not.toBeNull()
  })
})

describe('by status', () => {
  it('201 for a new one, 200 for the next, with the digest as its ETag', async () => {
    const client = makeClient()
    const first = await send(client, 'PUT', '/v1/snapshots/prod', SMALL)
    const second = await send(client, 'PUT', '/v1/snapshots/prod', SMALL)
    expect([first.status, second.status]).toEqual([201, 200])
    const { digest } = KeptSnapshot.parse(await first.json())
    expect(first.headers.get('etag')).toBe(`"${digest}"`)
  })

  it('304 for who knows it', async () => {
    const client = makeClient()
    const { digest } = await put(client, SMALL)
    const headers = { 'if-none-match': `"${digest}"` }
    expect((await send(client, 'GET', '/v1/snapshots/prod', undefined, headers)).status).toBe(304)
  })

  it('204 for what is deleted, and 404 from then on', async () => {
    const client = makeClient()
    await put(client, SMALL)
    expect((await send(client, 'DELETE', '/v1/snapshots/prod')).status).toBe(204)
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', {}]] as const) {
      const response = await send(client, method, '/v1/snapshots/prod', body)
      expect(await readProblem(response)).toMatchObject({ status: 404, code: 'snapshot-not-found' })
    }
    const decided = await client.decide({ snapshot: BY_NAME, pod: makePod('web') })
    expect(await readProblem(decided)).toMatchObject({ status: 404, code: 'snapshot-not-found' })
  })

  it('400 for what is no JSON, 415 for what does not say that it is', async () => {
    const client = makeClient()
    const broken = await send(client, 'PUT', '/v1/snapshots/prod', '{"nodes":[')
    expect(await readProblem(broken)).toMatchObject({ status: 400, code: 'malformed-json' })
    const headers = { 'content-type': 'text/plain' }
    const text = await send(client, 'PUT', '/v1/snapshots/prod', SMALL, headers)
    expect(await readProblem(text)).toMatchObject({ status: 415 })
  })

  it('409 for another state than the one that is wanted', async () => {
    const client = makeClient()
    const { digest } = await put(client, SMALL)
    expect(await nodeFor(client, { ...BY_NAME, digest })).toBe('a')
    const other = `sha256:${'0'.repeat(64)}`
    const response = await client.decide({
      snapshot: { ...BY_NAME, digest: other },
      pod: makePod('web'),
    })
    expect(await readProblem(response)).toMatchObject({ status: 409, code: 'snapshot-stale' })
  })

  it('412 when something is there that must not be', async () => {
    const client = makeClient()
    await put(client, SMALL)
    const headers = { 'if-none-match': '*' }
    const response = await send(client, 'PUT', '/v1/snapshots/prod', SMALL, headers)
    expect(await readProblem(response)).toMatchObject({ status: 412, code: 'version-conflict' })
  })

  it('413 for what is too large or too many', async () => {
    const tiny = makeClient({ env: { BERTH_LIMIT_SNAPSHOT_BYTES: '10' } })
    const large = await send(tiny, 'PUT', '/v1/snapshots/prod', SMALL)
    expect(await readProblem(large)).toMatchObject({ status: 413, code: 'too-large' })
    const few = makeClient({ limits: { nodes: 1 } })
    const many = await send(few, 'PUT', '/v1/snapshots/prod', {
      nodes: [makeNode('a'), makeNode('b')],
    })
    expect(await readProblem(many)).toMatchObject({ status: 413, code: 'too-many' })
    await put(few, SMALL)
    const patched = await send(few, 'PATCH', '/v1/snapshots/prod', {
      put: { nodes: [makeNode('b')] },
    })
    expect(await readProblem(patched)).toMatchObject({ status: 413, code: 'too-many' })
  })

  it.each([
    ['a name with a space', { name: 'a b' }, '/snapshot/name'],
    ['an unknown field', { name: 'a', nodes: [] }, '/snapshot/nodes'],
    ['a digest that is none', { name: 'a', digest: 'x' }, '/snapshot/digest'],
    ['a negative age', { name: 'a', maxAgeSeconds: -1 }, '/snapshot/maxAgeSeconds'],
  ])('422 for a reference with %s', async (_, snapshot, pointer) => {
    const response = await makeClient().decide({ snapshot, pod: makePod('web') })
    const problem = await readProblem(response)
    expect(problem).toMatchObject({ status: 422, code: 'not-a-request' })
    expect(problem.errors[0]?.pointer).toBe(pointer)
  })

  it.each(['a b', '__proto__', '~x', 'a'.repeat(101)])('422 for the name %s', async (name) => {
    const response = await send(
      makeClient(),
      'PUT',
      `/v1/snapshots/${encodeURIComponent(name)}`,
      {},
    )
    expect((await readProblem(response)).status).toBe(422)
  })

  it('422 for a snapshot with wrong objects', async () => {
    const response = await send(makeClient(), 'PUT', '/v1/snapshots/prod', {
      nodes: [makeNode('a', { allocatable: { cpu: '1x' } })],
    })
    const problem = await readProblem(response)
    expect(problem).toMatchObject({ status: 422, code: 'invalid-quantity' })
    expect(problem.errors[0]?.pointer).toMatch(/^\/nodes\/0\//)
  })
})

describe('who may', () => {
  const tokens = [
    { token: 'decider-decider-1', name: 'decider', roles: ['decide'] },
    { token: 'writer-writer-1-1', name: 'writer', roles: ['snapshot:write'] },
    {
      token: 'bound-bound-bound',
      name: 'bound',
      roles: ['decide', 'snapshot:write'],
      clusters: ['prod'],
    },
    { token: 'tenant-tenant-1-1', name: 'tenant', roles: ['decide'], namespaces: ['team'] },
  ]
  const env = { BERTH_TOKENS: JSON.stringify(tokens) }
  const as = (at: number) => ({ authorization: `Bearer ${tokens[at]?.token}` })
  const [decider, writer, bound, tenant] = [as(0), as(1), as(2), as(3)]

  it('write: those with the role, in their own clusters', async () => {
    const client = makeClient({ env })
    const status = async (headers: Record<string, string>, name: string) =>
      (await send(client, 'PUT', `/v1/snapshots/${name}`, SMALL, headers)).status
    expect(await status({}, 'prod')).toBe(401)
    expect(await status(decider, 'prod')).toBe(403)
    expect(await status(writer, 'other')).toBe(201)
    expect(await status(bound, 'prod')).toBe(201)
    expect(await status(bound, 'prod~next')).toBe(201)
    expect(await status(bound, 'other')).toBe(403)
    expect(await status(bound, 'prod2')).toBe(403)
  })

  it('decide: those with the role; a tenant sees no other namespaces this way', async () => {
    const client = makeClient({ env })
    await put(client, SMALL, 'prod', writer)
    await put(client, SMALL, 'other', writer)
    const status = async (headers: Record<string, string>, name: string) =>
      (await client.decide({ snapshot: { name }, pod: makePod('web') }, headers)).status
    expect(await status(decider, 'prod')).toBe(200)
    expect(await status(bound, 'prod')).toBe(200)
    expect(await status(bound, 'other')).toBe(403)
    expect(await status(bound, 'absent')).toBe(403)
    expect(await status(tenant, 'prod')).toBe(403)
    expect(await status(writer, 'prod')).toBe(403)
  })

  it('write without credentials: only where that is meant', async () => {
    const status = async (options: Parameters<typeof makeClient>[0]) =>
      (await send(makeClient(options), 'PUT', '/v1/snapshots/prod', SMALL)).status
    expect(await status({ exposure: 'loopback' })).toBe(201)
    expect(await status({ exposure: 'hosted' })).toBe(403)
    expect(await status({ exposure: 'hosted', env: { BERTH_OPEN: 'true' } })).toBe(201)
  })
})

describe('patches that come to more than one body may', () => {
  it('are refused, and the snapshot stays', async () => {
    const client = makeClient({ limits: { keptBytes: 100_000 } })
    const kept = await put(client, SMALL)
    const labels = { filler: 'x'.repeat(20_000) }
    const pods = [makePod('a', { labels })]
    for (let patches = 1; patches <= 20; patches++) {
      const response = await send(client, 'PATCH', '/v1/snapshots/prod', { put: { pods } })
      if (response.status === 200) continue
      const problem = await readProblem(response)
      expect(problem).toMatchObject({ status: 413, code: 'too-large' })
      expect(problem.detail).toContain('put anew')
      expect(patches).toBeGreaterThan(1)
      const still = await patch(client, {})
      expect(still.patches).toBe(patches - 1)
      expect(await nodeFor(client, BY_NAME)).toBe('a')
      expect((await put(client, SMALL)).digest).toBe(kept.digest)
      return
    }
    expect.fail('20 patches were taken')
  })
})
