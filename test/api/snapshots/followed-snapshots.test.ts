import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readEvents, type ServerSentEvent } from '../../../src/server-sent-events.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { type Client, makeClient, readProblem } from '../client.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const PATH = '/v1/snapshots/prod'
const NODES = { nodes: [makeNode('a')], pods: [] }
const ADDS_B = { put: { nodes: [makeNode('b')] }, remove: [] }
const READ_OF_B = { put: { nodes: [{ metadata: { name: 'b' } }] }, remove: [] }
const REMOVES_A = { remove: [{ kind: 'Node', name: 'a' }] }

/** Half a second passes at once. */
function quickClient(env: Record<string, string> = {}): Client {
  return makeClient({ env, runtime: { sleep: () => setImmediate() } })
}

async function send(client: Client, method: string, body: object): Promise<string> {
  const text = JSON.stringify(body)
  const response = await client.request(PATH, { method, headers: JSON_TYPE, body: text })
  expect([200, 201]).toContain(response.status)
  return String(((await response.json()) as { digest: unknown }).digest)
}

type Next = () => Promise<ServerSentEvent | undefined>

/** What is told next, and how to leave. */
async function follow(
  client: Client,
  query = '',
  headers: Record<string, string> = {},
): Promise<{ readonly next: Next; readonly leave: () => Promise<void> }> {
  const response = await client.request(`${PATH}/events${query}`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = readEvents(response.body ?? new ReadableStream())
  const next: Next = async () => {
    for (;;) {
      const { value } = await events.next()
      if (value !== null) return value ?? undefined
    }
  }
  return { next, leave: async () => void (await events.return()) }
}

describe('the objects of a kept snapshot', () => {
  it('are those that were put, as far as scheduling reads them', async () => {
    const client = makeClient()
    const env = [{ name: 'TOKEN', value: 'hidden' }]
    const spec = { nodeName: 'a', containers: [{ name: 'app', image: 'app', env }] }
    const pod = { metadata: { namespace: 'default', name: 'web' }, spec }
    const digest = await send(client, 'PUT', { ...NODES, pods: [pod] })
    const response = await client.request(`${PATH}/objects`)
    expect(response.headers.get('etag')).toBe(`"${digest}"`)
    const text = await response.text()
    expect(text).not.toContain('hidden')
    const objects = JSON.parse(text)
    expect(objects).toMatchObject({
      nodes: [{ metadata: { name: 'a' } }],
      pods: [{ spec: { nodeName: 'a' } }],
    })
    const decided = async (snapshot: object) => {
      const answer = await client.decide({
        snapshot,
        pod: makePod('new', { requests: { cpu: '1' } }),
      })
      const { id: _, input: __, ...rest } = (await answer.json()) as Record<string, unknown>
      return rest
    }
    await expect(decided(objects)).resolves.toEqual(await decided({ name: 'prod' }))
  })

  it('are not sent to those who have them, and are none where nothing is kept', async () => {
    const client = makeClient()
    const digest = await send(client, 'PUT', NODES)
    const headers = { 'if-none-match': `"${digest}"` }
    expect((await client.request(`${PATH}/objects`, { headers })).status).toBe(304)
    for (const path of ['objects', 'events']) {
      const problem = await readProblem(await client.request(`/v1/snapshots/none/${path}`))
      expect(problem).toMatchObject({ status: 404, code: 'snapshot-not-found' })
    }
  })
})

describe('whoever follows a kept snapshot', () => {
  it('is told what is kept, of every change with the digest after it, and when it is gone', async () => {
    const client = quickClient()
    const first = await send(client, 'PUT', NODES)
    const { next } = await follow(client)
    const kept = await next()
    expect(kept).toMatchObject({ event: 'kept', id: first })
    expect(JSON.parse(kept?.data ?? '')).toMatchObject({ name: 'prod', digest: first, patches: 0 })

    const second = await send(client, 'PATCH', ADDS_B)
    const patch = await next()
    expect(patch).toMatchObject({ event: 'patch', id: second })
    expect(JSON.parse(patch?.data ?? '')).toMatchObject(READ_OF_B)
    expect(await next()).toMatchObject({ event: 'kept', id: second })

    const third = await send(client, 'PUT', NODES)
    // The same objects are the same digest again, and lead nowhere from the second.
    expect(third).toBe(first)
    expect(await next()).toMatchObject({ event: 'replaced', id: first })

    await client.request(PATH, { method: 'DELETE' })
    expect(await next()).toMatchObject({ event: 'gone', data: '{"name":"prod"}' })
    expect(await next()).toBeUndefined()
  })

  it.each(['header', 'query'])('goes on from the state that its %s names', async (place) => {
    const client = quickClient()
    const first = await send(client, 'PUT', NODES)
    const [second, third] = [
      await send(client, 'PATCH', ADDS_B),
      await send(client, 'PATCH', REMOVES_A),
    ]
    const { next, leave } =
      place === 'header'
        ? await follow(client, '', { 'last-event-id': first })
        : await follow(client, `?digest=${first}`)
    expect(await next()).toMatchObject({ event: 'patch', id: second })
    expect(await next()).toMatchObject({
      event: 'patch',
      id: third,
      data: JSON.stringify({ put: {}, ...REMOVES_A }),
    })
    expect(await next()).toMatchObject({ event: 'kept', id: third })
    await leave()
  })

  it('from a state that nobody knows has to read anew, and a digest is one', async () => {
    const client = quickClient()
    const digest = await send(client, 'PUT', NODES)
    const { next, leave } = await follow(client, `?digest=sha256:${'0'.repeat(64)}`)
    expect(await next()).toMatchObject({ event: 'replaced', id: digest })
    await leave()
    const problem = await readProblem(await client.request(`${PATH}/events?digest=no`))
    expect(problem).toMatchObject({ status: 422, code: 'not-a-request' })
  })

  it('of more than is told one by one has to read anew', async () => {
    const client = quickClient()
    const first = await send(client, 'PUT', NODES)
    const names = Array.from(
      { length: 20_000 },
      (_, index) => `p${(index * 48_271) % 2_147_483_647}`,
    )
    const last = await send(client, 'PATCH', { put: { pods: names.map((name) => makePod(name)) } })
    const { next, leave } = await follow(client, `?digest=${first}`)
    expect(await next()).toMatchObject({ event: 'replaced', id: last })
    await leave()
  })

  it('hears within seconds that the server is there, and is sent away after ten minutes', async () => {
    const client = quickClient()
    await send(client, 'PUT', NODES)
    const response = await client.request(`${PATH}/events`)
    const text = await response.text()
    expect(text).toMatch(/^retry: 2000\n\nevent: kept\n/)
    expect(text.match(/^:$/gm)).toHaveLength(39)
  })

  it('finds nothing where answers leave only whole', async () => {
    const client = makeClient({ streams: false })
    await send(client, 'PUT', NODES)
    const problem = await readProblem(await client.request(`${PATH}/events`))
    expect(problem).toMatchObject({ status: 404, code: 'not-found' })
  })

  it('finds no place where enough follow, until one of them leaves', async () => {
    const client = quickClient({ BERTH_LIMIT_FOLLOWERS: '4' })
    await send(client, 'PUT', NODES)
    const [first] = [await follow(client), await follow(client)]
    await first?.next()
    await client.request(`${PATH}/events`, { method: 'HEAD' })
    const refused = await client.request(`${PATH}/events`)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'rate-limited' })
    await first?.leave()
    await setImmediate()
    await (await follow(client)).leave()
  })

  it('shows who it is, and may only follow what it may name', async () => {
    const token = 'follower-0123456789abcdef'
    const BERTH_TOKENS = JSON.stringify([
      { token, name: 'ann', roles: ['decide', 'snapshot:write'], clusters: ['prod'] },
    ])
    const client = quickClient({ BERTH_TOKENS })
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['objects', 'events']) {
      expect((await client.request(`${PATH}/${path}`)).status).toBe(401)
      expect((await client.request(`/v1/snapshots/other/${path}`, { headers })).status).toBe(403)
      expect((await client.request(`${PATH}/${path}`, { headers })).status).toBe(404)
    }
  })
})
