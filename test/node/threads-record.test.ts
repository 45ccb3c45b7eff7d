import { afterEach, describe, expect, it } from 'vitest'
import { ThreadPool } from '../../src/node/thread-pool.ts'
import { MemorySnapshots } from '../../src/snapshots/memory.ts'
import { SNAPSHOT_SETTINGS } from '../../src/snapshots/settings.ts'
import type { RecordDecisions } from '../../src/store/audit/records/preemptions.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { makeNode } from '../support/make-node.ts'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

const TOKENS = [
  { token: 'admin-of-the-test', name: 'ann', roles: ['admin'] },
  { token: 'tenant-of-the-test', name: 'tom', roles: ['decide'], namespaces: ['default'] },
]
const env = (threads: number) => ({
  PORT: '0',
  BERTH_THREADS: String(threads),
  BERTH_STORE: 'memory',
  BERTH_TOKENS: JSON.stringify(TOKENS),
})

/** A pod that has to displace another one. */
function body(name: string, options: object = {}) {
  const containers = [{ name: 'c', resources: { requests: { cpu: '4' } } }]
  const high = { metadata: { name }, spec: { priority: 9, containers } }
  const low = { metadata: { name: 'low' }, spec: { nodeName: 'a', priority: 0, containers } }
  return JSON.stringify({
    cluster: 'prod',
    snapshot: { nodes: [makeNode('a')], pods: [low] },
    pod: high,
    options: { explain: 'decision', ...options },
  })
}

/** What a pool says whose records fail, and what it logs. */
async function answeredWithout(recordDecisions: RecordDecisions, text: string) {
  const lines: string[] = []
  const pool = new ThreadPool({
    env: {},
    store: createMemoryStore(),
    recordDecisions,
    snapshots: new MemorySnapshots(SNAPSHOT_SETTINGS, () => new Date()),
    log: (line) => lines.push(line),
    threads: 1,
    workMs: 30_000,
    heapBytes: 500_000_000,
  })
  const result = await pool.answer({
    method: 'POST',
    target: '/v1/decisions',
    headers: { 'content-type': 'application/json' },
    body: [new TextEncoder().encode(text)],
    caller: { name: 'ann', roles: new Set(['decide']), namespaces: null, clusters: null },
    client: 'a',
    signal: new AbortController().signal,
  })
  const said = result.ok ? await result.value.text().catch(String) : result.error.code
  return { said, logged: lines.join('\n') }
}

interface Answer {
  readonly id: string
  readonly audit: { readonly status: string; readonly records: readonly { sequence?: number }[] }
}

describe('preemptions that threads decide', () => {
  const decide = async (url: string, text: string, token = 'admin-of-the-test') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return fetch(`${url}/v1/decisions`, { method: 'POST', headers, body: text })
  }

  it('are recorded as without threads, whether the audit is required or not', async () => {
    const urls = [await listening(start(env(2))), await listening(start(env(0)))]
    for (const text of [body('first'), body('second', { audit: 'required' })]) {
      const answers = await Promise.all(
        urls.map(async (url) => (await (await decide(url, text)).json()) as Answer),
      )
      const [onThread, alone] = answers.map(({ audit, ...answer }) => ({
        ...answer,
        audit: { ...audit, records: audit.records.map(({ sequence }) => sequence) },
      }))
      expect(onThread).toEqual(alone)
      expect(onThread?.audit.status).toBe('recorded')
      const again = (await (await decide(urls[0] ?? '', text)).json()) as Answer
      expect(again).toEqual(answers[0])
    }
  })

  it('are recorded in one chain, and a thread is free while they are', async () => {
    const url = await listening(start(env(1)))
    const texts = Array.from({ length: 30 }, (_, index) => body(`web-${index}`))
    const responses = await Promise.all(texts.map((text) => decide(url, text)))
    const answers = (await Promise.all(responses.map((one) => one.json()))) as Answer[]
    const sequences = answers.map(({ audit }) => audit.records[0]?.sequence ?? 0)
    expect(sequences.sort((a, b) => a - b)).toEqual(texts.map((_, index) => index + 1))
  })

  it('tell a tenant no numbers', async () => {
    const url = await listening(start(env(1)))
    const { id, audit } = (await (
      await decide(url, body('web'), 'tenant-of-the-test')
    ).json()) as Answer
    expect(audit).toEqual({ status: 'recorded', records: [{ id }] })
  })
  it('are refused where they are required and fail, and are told as failed where not', async () => {
    const away: RecordDecisions = async (_cluster, _request, { length: proposed }) => {
      const cause = 'the table is away'
      const common = { retryAfterSeconds: 1, mayHaveWritten: false }
      return { records: [], proposed, failure: { kind: 'unavailable', cause, ...common } }
    }
    const required = await answeredWithout(away, body('web', { audit: 'required' }))
    expect(required.said).toBe('store-unavailable')
    expect(required.logged).toContain('the table is away')
    const optional = await answeredWithout(away, body('web'))
    expect(JSON.parse(optional.said)).toMatchObject({ audit: { status: 'failed' } })
  })

  it('end one request where recording them is broken, and nothing else', async () => {
    const broken: RecordDecisions = () => Promise.reject(new Error('a bug'))
    const required = await answeredWithout(broken, body('web', { audit: 'required' }))
    expect(required).toEqual({ said: 'internal', logged: expect.stringContaining('a bug') })
    const optional = await answeredWithout(broken, body('web'))
    expect(optional.said).toContain('could not be finished')
  })
})
