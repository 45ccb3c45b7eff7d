import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { KeptSnapshot } from '../../schemas/snapshots/kept-snapshot.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

const JSON_TYPE = { 'content-type': 'application/json' }
const SMALL = JSON.stringify({ snapshot: { nodes: [makeNode('a')] }, pod: makePod('p') })

function decide(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const init = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body }
  return fetch(`${url}/v1/decisions`, init)
}

/** More work than the budget of a test allows. */
function makeEndless(): string {
  const nodes = Array.from({ length: 15_000 }, (_, index) => makeNode(`n${index}`))
  const pods = Array.from({ length: 20_000 }, (_, index) => ({
    ...makePod(`p${index}`),
    metadata: { name: `p${index}`, labels: { own: `${index}` } },
  }))
  return JSON.stringify({ snapshot: { nodes }, pods })
}

describe('requests on threads', () => {
  it('answer as the app does', async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '2' }))
    const alone = await listening(start({ PORT: '0', BERTH_THREADS: '0' }))
    const bodies = [
      SMALL,
      '{',
      '{"snapshot":{}}',
      JSON.stringify({ snapshot: { nodes: [] }, pods: [] }),
    ]
    for (const body of bodies) {
      const headers = { 'x-request-id': 'same' }
      const [onThread, inProcess] = [
        await decide(url, body, headers),
        await decide(alone, body, headers),
      ]
      expect(onThread.status).toBe(inProcess.status)
      expect(onThread.headers.get('content-type')).toBe(inProcess.headers.get('content-type'))
      expect(await onThread.text()).toBe(await inProcess.text())
    }
  })

  it.each(['/v1/decisions', '/webhooks/extender/filter', '/webhooks/admission/mutate'])(
    'are only made of methods that %s has',
    async (path) => {
      const url = await listening(start({ PORT: '0', BERTH_THREADS: '1' }))
      // fetch refuses to send this one, on both sides.
      const [response] = (await once(
        request(url + path, { method: 'TRACE' }).end(),
        'response',
      )) as [IncomingMessage]
      expect(response.statusCode).toBe(405)
      response.resume()
    },
  )

  it('share the snapshots that are kept', async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '2' }))
    const keep = (method: string, body: object) =>
      fetch(`${url}/v1/snapshots/prod`, { method, headers: JSON_TYPE, body: JSON.stringify(body) })
    expect((await keep('PUT', { nodes: [makeNode('a')], pods: [] })).status).toBe(201)
    const byName = JSON.stringify({ snapshot: { name: 'prod' }, pods: [makePod('p')] })
    const ask = async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => decide(url, byName)))
      const digests = answers.map(({ headers }) => headers.get('snapshot-digest'))
      const nodes = answers.map(async (answer) => {
        const { decisions } = DecisionResponse.parse(await answer.json())
        return decisions[0]?.node
      })
      return { digests: new Set(digests), nodes: new Set(await Promise.all(nodes)) }
    }
    const first = await ask()
    expect(first.nodes).toEqual(new Set(['a']))
    const patch = { put: { nodes: [makeNode('b')] }, remove: [{ kind: 'Node', name: 'a' }] }
    const { digest } = KeptSnapshot.parse(await (await keep('PATCH', patch)).json())
    expect(await ask()).toEqual({ digests: new Set([digest]), nodes: new Set(['b']) })
    expect((await fetch(`${url}/v1/snapshots/prod`, { method: 'DELETE' })).status).toBe(204)
    expect((await decide(url, byName)).status).toBe(404)
  })

  it('end when they work for too long, and cost nobody else anything', async () => {
    const env = { PORT: '0', BERTH_THREADS: '1', BERTH_LIMIT_WORK_MS: '1000' }
    const url = await listening(start(env))
    const endless = decide(url, new Uint8Array(gzipSync(makeEndless())), {
      'content-encoding': 'gzip',
    })
    const health: number[] = []
    let isOver = false
    const ended = endless.then(async (response) => {
      isOver = true
      return { status: response.status, problem: (await response.json()) as { code: string } }
    })
    while (!isOver) {
      const startMs = performance.now()
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      health.push(performance.now() - startMs)
    }
    expect(await ended).toMatchObject({ status: 413, problem: { code: 'too-expensive' } })
    expect(health.length).toBeGreaterThan(20)
    expect((await decide(url, SMALL)).status).toBe(200)
  })

  it('end when they need too much memory, and leave the process alive', async () => {
    const env = { PORT: '0', BERTH_THREADS: '1', BERTH_LIMIT_HEAP_BYTES: '60000000' }
    const url = await listening(start(env))
    const response = await decide(url, new Uint8Array(gzipSync(makeEndless())), {
      'content-encoding': 'gzip',
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'too-expensive' })
    expect((await decide(url, SMALL)).status).toBe(200)
  })

  it('are free for the next while an answer waits for its reader', async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '1' }))
    const nodes = Array.from({ length: 3000 }, (_, index) => makeNode(`n${index}`))
    const pods = Array.from({ length: 10 }, (_, index) => makePod(`p${index}`))
    const body = JSON.stringify({ snapshot: { nodes }, pods })
    const { hostname, port } = new URL(url)
    const reader = connect(Number(port), hostname)
    reader.pause()
    reader.write(
      `POST /v1/decisions HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    await once(reader, 'readable')
    expect((await decide(url, SMALL)).status).toBe(200)
    reader.destroy()
  })

  it('keep what a store of the process keeps', async () => {
    const token = 'a-token-that-is-long-enough-for-a-test'
    const tokens = [{ token, name: 'test', roles: ['admin'] }]
    const env = { PORT: '0', BERTH_STORE: 'memory', BERTH_TOKENS: JSON.stringify(tokens) }
    const url = await listening(start(env))
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` }
    const put = await fetch(`${url}/v1/clusters/c/priorityclasses/high`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ value: 1000 }),
    })
    expect(put.status).toBe(201)
    const spec = { containers: [{ name: 'c' }], priorityClassName: 'high' }
    const pod = { metadata: { name: 'p' }, spec }
    const body = JSON.stringify({ snapshot: { nodes: [makeNode('a')] }, pod, cluster: 'c' })
    const answer = await decide(url, body, headers)
    expect(await answer.json()).toMatchObject({
      input: { priorityClasses: [{ name: 'high', value: 1000, source: 'cluster' }] },
    })
  })
})

describe('what is not even a request', () => {
  it.each([
    { name: 'an invalid Host', head: 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n', status: 400 },
    { name: 'no HTTP', head: 'hello\r\n\r\n', status: 400 },
    {
      name: 'headers without end',
      head: `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      status: 431,
    },
  ])('$name is told with a problem', async ({ head, status }) => {
    const { hostname, port } = new URL(await listening(start({ PORT: '0', BERTH_THREADS: '1' })))
    const socket = connect(Number(port), hostname)
    socket.write(head)
    let answer = ''
    socket.on('data', (data) => (answer += data))
    while (!answer.includes('"errors":[]}')) await once(socket, 'data')
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true)
    expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
    expect(answer.toLowerCase()).toContain('x-request-id: ')
    socket.destroy()
  })
})
