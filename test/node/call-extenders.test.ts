import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { postFromNode } from '../../src/node/post.ts'
import { makeClient } from '../api/client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

interface Call {
  readonly path: string
  readonly body: Record<string, unknown>
}

/** What the extender answers by path: a status, headers and a text, or nothing ever. */
type Answers = Readonly<
  Record<string, { status?: number; text?: string; location?: string } | 'never'>
>

async function extender(answers: Answers): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const path = request.url ?? ''
    calls.push({ path, body: JSON.parse(text) })
    const answer = answers[path] ?? { status: 404 }
    if (answer === 'never') return
    response.writeHead(answer.status ?? 200, answer.location ? { location: answer.location } : {})
    response.end(answer.text ?? '')
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}`, calls }
}

const ENV = { EXTENDERS: 'call', EXTENDERS_ALLOW_PRIVATE: 'true' }

async function decide(url: string, more: object = {}, env: Record<string, string> = ENV) {
  const client = makeClient({ env, post: postFromNode })
  const node = (name: string) => ({
    metadata: { name, annotations: { rack: 'r1' } },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } },
  })
  const request = {
    snapshot: { nodes: ['a', 'b', 'c'].map(node), pods: [] },
    pods: ['p', 'q'].map((name) => ({ metadata: { name }, spec: { containers: [{ name: 'c' }] } })),
    config: {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      extenders: [
        {
          urlPrefix: url,
          filterVerb: 'filter',
          prioritizeVerb: 'prioritize',
          bindVerb: 'bind',
          weight: 1,
          nodeCacheCapable: true,
          httpTimeout: '300ms',
          ...more,
        },
      ],
    },
    options: { absentKinds: 'empty' },
  }
  const response = await client.decide(request)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return { request, answer: DecisionResponse.parse(answer), client }
}

const FILTER = { text: JSON.stringify({ NodeNames: ['a', 'b'] }) }
const PRIORITIZE = { text: JSON.stringify([{ Host: 'b', Score: 10 }]) }

describe('extenders that are called', () => {
  it('are asked as kube-scheduler asks them, and never to bind', async () => {
    const { url, calls } = await extender({ '/filter': FILTER, '/prioritize': PRIORITIZE })
    const { answer } = await decide(url)
    expect(answer.decisions).toMatchObject([{ node: 'b' }, { node: 'b' }])
    expect(calls.map(({ path }) => path)).toEqual([
      '/filter',
      '/prioritize',
      '/filter',
      '/prioritize',
    ])
    expect(calls[0]?.body).toMatchObject({
      Pod: { metadata: { namespace: 'default', name: 'p' } },
      Nodes: null,
      NodeNames: ['a', 'b', 'c'],
    })
    expect(calls[1]?.body).toMatchObject({ NodeNames: ['a', 'b'] })
  })

  it('give answers with which the same request makes no calls', async () => {
    const { url, calls } = await extender({ '/filter': FILTER, '/prioritize': PRIORITIZE })
    const { request, answer, client } = await decide(url)
    const before = calls.length
    const again = await client.decide({ ...request, extenderResults: answer.extenderResults })
    const { decisions } = DecisionResponse.parse(await again.json())
    expect(decisions).toEqual(answer.decisions)
    expect(calls.length).toBe(before)
  })

  it('are sent whole nodes, as they came', async () => {
    const { url, calls } = await extender({
      '/filter': { text: JSON.stringify({ Nodes: { items: [{ metadata: { name: 'c' } }] } }) },
    })
    const { answer } = await decide(url, { nodeCacheCapable: false })
    expect(answer.decisions[0]).toMatchObject({ node: 'c' })
    expect(calls[0]?.body).toMatchObject({
      NodeNames: null,
      Nodes: { items: [{ metadata: { name: 'a', annotations: { rack: 'r1' } } }, {}, {}] },
    })
  })

  it.each<[string, Answers, object]>([
    [
      'do not answer',
      { '/filter': 'never' },
      {
        outcome: 'error',
        message: expect.stringMatching(
          /^Post "http:\/\/127.0.0.1:\d+\/filter": context deadline exceeded/,
        ),
      },
    ],
    [
      'answer 503',
      { '/filter': { status: 503 } },
      {
        outcome: 'error',
        message: expect.stringMatching(/^failed filter with extender at URL .*, code 503$/),
      },
    ],
    ['answer nothing', { '/filter': {} }, { outcome: 'error', message: 'EOF' }],
    [
      'answer a page',
      { '/filter': { text: '<html>' } },
      { outcome: 'error', message: "invalid character '<' looking for beginning of value" },
    ],
    [
      'redirect',
      { '/filter': { status: 307, location: '/elsewhere' } },
      { outcome: 'unknown', unknown: [{ why: 'it redirects, which is not followed' }] },
    ],
  ])('that %s', async (_, answers, wanted) => {
    const { url } = await extender(answers)
    const { answer } = await decide(url)
    expect(answer.decisions[0]).toMatchObject(wanted)
  })

  it('that answer too much', async () => {
    const { url } = await extender({ '/filter': { text: ' '.repeat(33_000_000) } })
    // So much takes its time on a busy machine.
    const { answer } = await decide(url, { httpTimeout: '20s' })
    const unknown = [{ why: '127.0.0.1 answers more than is read' }]
    expect(answer.decisions[0]).toMatchObject({ outcome: 'unknown', unknown })
  })

  it.each([
    ['a private address', { EXTENDERS: 'call' }, '127.0.0.1 is not a public address'],
    [
      'what is not listed',
      { ...ENV, EXTENDERS_URLS: 'http://127.0.0.1:1' },
      'EXTENDERS_URLS has it not',
    ],
  ])('are not called at %s', async (_, env, why) => {
    const { url, calls } = await extender({ '/filter': FILTER })
    const { answer } = await decide(url, {}, env)
    expect(answer.decisions[0]).toMatchObject({ outcome: 'unknown', unknown: [{ why }] })
    expect(calls).toEqual([])
  })

  it.each(['../../admin/delete', '..\\..\\admin', '%2e%2e/%2e%2e/admin'])(
    'are not called outside of what is listed by the path of a verb: %s',
    async (filterVerb) => {
      const { url, calls } = await extender({ '/admin/delete': FILTER, '/admin': FILTER })
      const env = { ...ENV, EXTENDERS_URLS: `${url}/allowed` }
      const { answer } = await decide(`${url}/allowed`, { filterVerb }, env)
      expect(answer.decisions[0]).toMatchObject({ outcome: 'unknown' })
      expect(calls).toEqual([])
    },
  )

  it.each(['1500us', '1200h', '-1s'])('wait whole milliseconds, and no day: %s', async (time) => {
    const { url, calls } = await extender({
      '/filter': { text: JSON.stringify({ NodeNames: ['a'] }) },
    })
    const { answer } = await decide(url, { httpTimeout: time, prioritizeVerb: '' })
    // In a millisecond or two there may be no answer.
    expect(['scheduled', 'error']).toContain(answer.decisions[0]?.outcome)
    if (time !== '1500us') expect(calls.length).toBeGreaterThan(0)
  })

  it('with a certificate that is none fail as one that cannot be reached', async () => {
    const { url, calls } = await extender({ '/filter': FILTER })
    const tlsConfig = { certData: btoa('no PEM'), keyData: btoa('no PEM') }
    const { answer } = await decide(url.replace('http:', 'https:'), { tlsConfig })
    expect(answer.decisions[0]).toMatchObject({ outcome: 'error' })
    expect(calls).toEqual([])
  })

  it('are not called by a name of a private address', async () => {
    const { url, calls } = await extender({ '/filter': FILTER })
    const { answer } = await decide(
      url.replace('127.0.0.1', 'localhost'),
      {},
      { EXTENDERS: 'call' },
    )
    expect(answer.decisions[0]).toMatchObject({
      unknown: [{ why: 'localhost is not a public address' }],
    })
    expect(calls).toEqual([])
  })

  it('with files of another machine are not called', async () => {
    const { url, calls } = await extender({ '/filter': FILTER })
    const { answer } = await decide(url, { tlsConfig: { caFile: '/etc/ca.pem' } })
    expect(answer.decisions[0]).toMatchObject({ outcome: 'unknown' })
    expect(calls).toEqual([])
  })

  it.each([
    [{ EXTENDERS: 'yes' }, /EXTENDERS is name or call/],
    [{ EXTENDERS: 'call', EXTENDERS_URLS: 'x' }, /EXTENDERS_URLS/],
    [{ EXTENDERS: 'call', EXTENDERS_ALLOW_PRIVATE: '1' }, /EXTENDERS_ALLOW_PRIVATE/],
  ])('need a right configuration: %j', (env, message) => {
    expect(() => makeClient({ env, post: postFromNode })).toThrow(message)
  })
})
