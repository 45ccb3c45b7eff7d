import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clientOfAddress } from '../../../src/api/http/limits/client-address.ts'
import { createApp } from '../../../src/app.ts'
import { workersRateLimiter } from '../../../src/workers/rate-limiter.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { readProblem } from '../client.ts'

const BODY = JSON.stringify({ snapshot: { nodes: [makeNode('a')] }, pod: makePod('p') })

/** A deployment whose clock stands where it is put; requests say who sends them. */
function startApp(env: Record<string, string>) {
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const app = createApp({
    env,
    now: () => new Date(nowMs),
    clientOf: (c) => c.req.header('x-test-client') ?? '',
  })
  const headers = { 'content-type': 'application/json' }
  return {
    wait: (ms: number) => {
      nowMs += ms
    },
    ask: async (client: string, path = '/v1/decisions') =>
      app.request(path, {
        method: 'POST',
        headers: { ...headers, 'x-test-client': client },
        body: BODY,
      }),
    read: async (path: string) => app.request(path),
  }
}

async function statuses(count: number, ask: () => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index++) found.push((await ask()).status)
  return found
}

describe('requests of one client', () => {
  it('are as many as it likes where nothing is configured', async () => {
    const { ask } = startApp({})
    expect(new Set(await statuses(50, () => ask('a')))).toEqual(new Set([200]))
  })

  it('may come in a burst of ten seconds, then at the configured pace', async () => {
    const { ask, wait } = startApp({ BERTH_RATE_PER_MINUTE: '30' })
    expect(await statuses(6, () => ask('a'))).toEqual([200, 200, 200, 200, 200, 429])
    wait(1999)
    expect((await ask('a')).status).toBe(429)
    wait(1)
    expect(await statuses(2, () => ask('a'))).toEqual([200, 429])
  })

  it('are counted at webhooks too', async () => {
    const { ask } = startApp({ BERTH_RATE_PER_MINUTE: '1' })
    expect((await ask('a', '/webhooks/admission/validate')).status).toBe(422)
    expect((await ask('a', '/webhooks/extender/filter')).status).toBe(429)
  })

  it('are told when to come again, and may then', async () => {
    const { ask, wait } = startApp({ BERTH_RATE_PER_MINUTE: '2' })
    await ask('a')
    const refused = await ask('a')
    const seconds = Number(refused.headers.get('retry-after'))
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'rate-limited' })
    expect(seconds).toBe(30)
    wait(seconds * 1000)
    expect((await ask('a')).status).toBe(200)
  })

  it('take nothing from another client, nor from probes', async () => {
    const { ask, read } = startApp({ BERTH_RATE_PER_MINUTE: '1' })
    expect(await statuses(2, () => ask('a'))).toEqual([200, 429])
    expect((await ask('b')).status).toBe(200)
    expect((await read('/healthz')).status).toBe(200)
    expect((await ask('a', '/v1/clusters/c/preemptions/d-0/outcome')).status).toBe(429)
  })

  it('are forgotten when 10,000 others came since', async () => {
    const { ask } = startApp({ BERTH_RATE_PER_MINUTE: '1' })
    const path = '/v1/clusters/c/preemptions/d-0/outcome'
    await ask('a', path)
    for (let other = 0; other < 9999; other++) await ask(`other-${other}`, path)
    expect((await ask('a', path)).status).toBe(429)
    await ask('one more', path)
    expect((await ask('a', path)).status).not.toBe(429)
  })

  it.each(['0', '-1', 'many', '1e3'])('cannot be limited to %j a minute', (value) => {
    expect(() => createApp({ env: { BERTH_RATE_PER_MINUTE: value } })).toThrow(
      'BERTH_RATE_PER_MINUTE must be a whole number above 0',
    )
  })
})

describe('the client that an address stands for', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s: %s', (address, client) => {
    expect(clientOfAddress(address)).toBe(client)
  })
})

describe('the binding of Workers', () => {
  it('has the period that refused callers are told to wait', async () => {
    const period = /simple = \{ limit = \d+, period = (\d+) \}/.exec(
      readFileSync('wrangler.toml', 'utf8'),
    )?.[1]
    const limiter = workersRateLimiter({
      RATE_LIMITER: { limit: () => Promise.resolve({ success: false }) },
    })
    expect(await limiter?.take('a')).toBe(Number(period))
    expect(await limiter?.take('')).toBeNull()
  })

  it('may be absent', () => {
    expect(workersRateLimiter({ RATE_LIMITER: 'a text' })).toBeNull()
  })
})
