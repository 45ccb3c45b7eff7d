import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WebhookDeliveries } from '../../schemas/webhooks/webhook-deliveries.ts'
import type { OutboundAnswer, OutboundFailure, OutboundPost } from '../../src/outbound/post.ts'
import { err, ok, type Result } from '../../src/result.ts'
import type { WebhookEvent } from '../../src/webhooks/outgoing/decided-events.ts'
import { BRIEF, deliveriesFromEnv, PATIENT } from '../../src/webhooks/outgoing/deliveries.ts'
import { makeClient } from '../api/client.ts'
import { makeStoreClient, textOf } from '../api/store/store-client.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OLD_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
const ENV = { WEBHOOK_URL: 'https://hooks.example/secret-path?key=1', WEBHOOK_SECRET: SECRET }
const START_MS = Date.parse('2026-11-22T08:00:00Z')

type Answer = Result<OutboundAnswer, OutboundFailure>
const answers = (status: number, headers = {}): Answer => ok({ status, headers, text: '' })

/** A receiver that answers in turn, the last answer for ever, and a clock that only waiting moves. */
function receiver(
  turns: readonly Answer[],
  env: Record<string, string> = {},
  { rules = PATIENT, takesMs = 0 } = {},
) {
  const posts: OutboundPost[] = []
  const waits: number[] = []
  const logged: string[] = []
  let nowMs = START_MS
  let ids = 0
  const deliveries = deliveriesFromEnv(
    { ...ENV, ...env },
    {
      post: async (request) => {
        posts.push(request)
        nowMs += Math.min(takesMs, request.timeoutMs)
        return turns[Math.min(posts.length, turns.length) - 1] ?? answers(200)
      },
      runtime: {
        now: () => new Date(nowMs),
        sleep: async (ms) => {
          waits.push(ms)
          nowMs += ms
        },
        random: () => 0.5,
        randomId: () => `id-${ids++}`,
      },
      log: (line) => logged.push(line),
      rules,
    },
  )
  if (deliveries === null) throw new Error('there is a receiver')
  const state = () => deliveries.state()
  const client = makeClient({ deliveries })
  return { deliveries, state, posts, waits, logged, client, nowMs: () => nowMs }
}

const node = (name: string, cpu = '1') => ({
  metadata: { name },
  status: { allocatable: { cpu, memory: '8Gi', pods: '10' } },
})
const pod = (name: string, cpu: string, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }], ...more },
})
const REQUEST = {
  snapshot: {
    nodes: [node('a')],
    pods: [pod('old', '1', { nodeName: 'a', priority: 0 })],
  },
  pods: [pod('urgent', '1', { priority: 100 }), pod('huge', '64')],
  options: { absentKinds: 'empty' },
}

/** Until nothing waits any more: an answer that was read has told all that it tells. */
async function settled({ state }: { state: () => { pending: number } }): Promise<void> {
  while (state().pending > 0) await new Promise((resolve) => setImmediate(resolve))
}

async function decided(turns: readonly Answer[], env: Record<string, string> = {}) {
  const sent = receiver(turns, env)
  const response = await sent.client.decide(REQUEST)
  expect(response.status).toBe(200)
  await response.text()
  await settled(sent)
  return sent
}

const DECIDED_BY = {
  decisionId: 'd',
  requestId: 'r',
  digest: 's',
  profile: 'p',
  cluster: null,
  whatIf: false,
}
const ONE = { WEBHOOK_EVENTS: 'preemptions' }

describe('the outgoing webhook', () => {
  it('tells decisions, proposed preemptions and, where asked, why pods do not fit', async () => {
    const { posts } = await decided([answers(200)], {
      WEBHOOK_EVENTS: 'decisions,preemptions,unschedulable',
    })
    const told = new Map(posts.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).pods]))
    expect(told.get('decisions')).toMatchObject([
      { pod: { name: 'urgent' }, outcome: 'unschedulable', node: null },
      { pod: { name: 'huge' }, outcome: 'unschedulable', node: null },
    ])
    expect(told.get('preemptions')).toMatchObject([
      { pod: { name: 'urgent' }, node: 'a', victims: [{ name: 'old' }] },
    ])
    expect(told.get('unschedulable')).toMatchObject([
      {},
      {
        pod: { name: 'huge' },
        message: expect.stringContaining('Insufficient cpu'),
        reasons: [{ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: 1 }],
      },
    ])
  })

  it('tells only what is configured, and of refused requests nothing', async () => {
    const { posts, client, state } = await decided([answers(200)], ONE)
    expect(posts.map(({ body }) => JSON.parse(body).type)).toEqual(['preemptions'])
    const refused = await client.decide({ snapshot: { nodes: [] } })
    expect(refused.status).toBe(422)
    await settled({ state })
    expect(posts).toHaveLength(1)
  })

  it('tells nothing of what was to be recorded first and was not, as its caller has left', async () => {
    const ask = async (leavesAt: number | null) => {
      const told: WebhookEvent[] = []
      const caller = new AbortController()
      let nowMs = START_MS
      const client = makeStoreClient({
        outgoing: {
          types: new Set(['decisions', 'preemptions'] as const),
          tell: async (events) => void told.push(...events),
        },
        now: () => {
          nowMs += 10
          return new Date(nowMs)
        },
        limits: { workMs: 1e9 },
        onProgress: (_, index) => {
          if (index === leavesAt) caller.abort()
        },
      })
      const more = Array.from({ length: 100 }, (_, index) => pod(`huge-${index}`, '64'))
      const pods = [...REQUEST.pods, ...more]
      const options = { ...REQUEST.options, audit: 'required' }
      const headers = { authorization: `Bearer ${textOf('admin')}` }
      const { status } = await client.request('/v1/decisions', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...REQUEST, cluster: 'prod', pods, options }),
        signal: caller.signal,
      })
      return { status, told: told.map(({ type }) => type) }
    }
    expect(await ask(null)).toEqual({ status: 200, told: ['decisions', 'preemptions'] })
    expect(await ask(50)).toEqual({ status: 499, told: [] })
  })

  it('splits what is about many pods', async () => {
    const { posts, client, state } = receiver([answers(200)], { WEBHOOK_EVENTS: 'decisions' })
    const pods = Array.from({ length: 1_001 }, (_, index) => pod(`p${index}`, '1m'))
    await (await client.decide({ ...REQUEST, pods })).text()
    await settled({ state })
    // Several are under way at once, so that any may come first.
    const counts = posts.map(({ body }) => JSON.parse(body).pods.length as number)
    expect(counts.sort((a, b) => b - a)).toEqual([500, 500, 1])
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  it('signs so that the sample of the documentation verifies it, and nothing else', async () => {
    const { posts } = await decided([answers(200)], {
      ...ONE,
      WEBHOOK_SECRET: `${SECRET},${OLD_SECRET}`,
    })
    const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
    const sample = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const { isFromBerth } = await import(`data:text/javascript,${encodeURIComponent(sample)}`)
    const [{ headers, body } = { headers: {}, body: '' }] = posts
    const now = START_MS / 1000
    expect(isFromBerth(headers, body, SECRET, now)).toBe(true)
    expect(isFromBerth(headers, body, OLD_SECRET, now)).toBe(true)
    expect(isFromBerth(headers, `${body} `, SECRET, now)).toBe(false)
    expect(isFromBerth(headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`, now)).toBe(
      false,
    )
    expect(isFromBerth({ ...headers, 'webhook-id': 'msg_other' }, body, SECRET, now)).toBe(false)
    expect(isFromBerth(headers, body, SECRET, now + 301)).toBe(false)
    expect(isFromBerth({}, body, SECRET, now)).toBe(false)
  })

  it('tries again with longer waits, under the same id and a new timestamp', async () => {
    const down = err({ kind: 'timeout', message: 'hooks.example did not answer in time' } as const)
    const { posts, waits, deliveries } = await decided(
      [down, answers(500), answers(302), answers(204)],
      ONE,
    )
    expect(waits).toEqual([1_500, 3_000, 6_000])
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(posts.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4)
    expect(deliveries.state()).toMatchObject({ pending: 0, delivered: 1, dead: 0 })
  })

  it('is done in the time that a platform gives after an answer, however slow the receiver', async () => {
    for (const takesMs of [9_000, 60_000]) {
      const timeout = err({ kind: 'timeout', message: 'no answer in time' } as const)
      const { deliveries, posts, nowMs } = receiver([timeout], {}, { rules: BRIEF, takesMs })
      await deliveries.tell([{ type: 'decisions', decidedBy: DECIDED_BY, pods: [] }])
      expect(posts.length).toBeGreaterThan(1)
      expect(deliveries.state().dead).toBe(1)
      expect(nowMs() - START_MS).toBeLessThanOrEqual(BRIEF.wholeMs)
    }
  })

  it('tells what is of a cluster that is not', async () => {
    const sent = receiver([answers(200)], { WEBHOOK_EVENTS: 'decisions' })
    const edits = [{ op: 'cordon', node: 'a' }]
    for (const more of [{}, { edits }]) {
      const response = await sent.client.decide({ ...REQUEST, ...more })
      expect(response.status).toBe(200)
      await response.text()
    }
    await settled(sent)
    expect(sent.posts.map(({ body }) => JSON.parse(body).whatIf)).toEqual([false, true])
  })

  it('waits as long as it is asked to, within reason', async () => {
    const busy = (seconds: string) => answers(429, { 'retry-after': seconds })
    const { waits } = await decided(
      [busy('60'), busy('999999'), busy('nonsense'), answers(200)],
      ONE,
    )
    expect(waits).toEqual([60_000, 3_600_000, 6_000])
  })

  it('gives up in the end, and keeps the letter', async () => {
    const { posts, deliveries, logged, client } = await decided([answers(500)], ONE)
    expect(posts).toHaveLength(PATIENT.attemptsMax)
    const [letter] = deliveries.state().deadLetters
    expect(letter).toMatchObject({ attempts: 12, reason: 'it answers 500', body: posts[0]?.body })
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'warn', reason: 'it answers 500' })
    expect(logged.join()).not.toMatch(/secret-path|whsec|old/)
    const read = await client.request('/v1/webhook-deliveries')
    expect(read.status).toBe(200)
    expect(WebhookDeliveries.parse(await read.json())).toMatchObject({
      receiver: 'https://hooks.example',
      dead: 1,
    })
  })

  it('does not repeat what can never go out', async () => {
    const refused = err({
      kind: 'refused',
      message: 'hooks.example is not a public address',
    } as const)
    const { posts, deliveries } = await decided([refused], ONE)
    expect(posts).toHaveLength(1)
    expect(deliveries.state()).toMatchObject({ dead: 1 })
  })

  it('ends with a receiver that is gone', async () => {
    const { posts, deliveries, client, state } = await decided([answers(410)], ONE)
    await (await client.decide(REQUEST)).text()
    await settled({ state })
    expect(posts).toHaveLength(1)
    expect(deliveries.state()).toMatchObject({ isGone: true, dead: 2 })
  })

  it('never holds an answer, and bounds what waits and what is dead', async () => {
    const posts: OutboundPost[] = []
    const deliveries = deliveriesFromEnv(
      { ...ENV, ...ONE },
      {
        post: (request) => {
          posts.push(request)
          return new Promise(() => {})
        },
        runtime: {
          now: () => new Date(START_MS),
          sleep: () => new Promise(() => {}),
          random: () => 0,
          randomId: () => 'x',
        },
        log: () => {},
        rules: PATIENT,
      },
    )
    const event = { type: 'preemptions', decidedBy: DECIDED_BY, pods: [] } as const
    void deliveries?.tell(Array.from({ length: 1_500 }, () => event))
    while (posts.length < 4) await new Promise((resolve) => setImmediate(resolve))
    expect(posts).toHaveLength(4)
    const state = deliveries?.state()
    expect(state).toMatchObject({ pending: 1_000, dead: 500 })
    expect(state?.deadLetters).toHaveLength(200)
    const client = makeClient({ deliveries: deliveries ?? null })
    expect((await client.decide(REQUEST)).status).toBe(200)
  })

  it('is readable by nobody without the right', async () => {
    const { deliveries } = receiver([])
    const token = 'a-token-that-is-long-enough-for-this'
    const tokens = [{ token, name: 'ci', roles: ['decide'] }]
    const client = makeClient({ deliveries, env: { BERTH_TOKENS: JSON.stringify(tokens) } })
    const read = (headers: Record<string, string>) =>
      client.request('/v1/webhook-deliveries', { headers })
    expect((await read({})).status).toBe(401)
    expect((await read({ authorization: `Bearer ${token}` })).status).toBe(403)
    const none = await makeClient().request('/v1/webhook-deliveries')
    expect(await none.json()).toMatchObject({ receiver: null, dead: 0 })
  })

  it.each([
    [{ WEBHOOK_URL: 'nowhere' }, /WEBHOOK_URL/],
    [{ WEBHOOK_URL: 'ftp://a.example' }, /WEBHOOK_URL/],
    [{ WEBHOOK_URL: 'https://user:pass@a.example' }, /^(?!.*pass@).*WEBHOOK_URL/],
    [{ WEBHOOK_SECRET: '' }, /WEBHOOK_SECRET/],
    [{ WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, /^(?!.*c2hv).*WEBHOOK_SECRET/],
    [{ WEBHOOK_SECRET: `${SECRET},${SECRET},${SECRET}` }, /WEBHOOK_SECRET/],
    [{ WEBHOOK_EVENTS: 'all' }, /WEBHOOK_EVENTS/],
    [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, /WEBHOOK_ALLOW_PRIVATE/],
  ])('needs a right configuration: %j', (env, message) => {
    expect(() => receiver([], env)).toThrow(message)
  })

  it('is refused where nothing can be sent', () => {
    expect(() => makeClient({ env: ENV })).toThrow(/WEBHOOK_URL/)
  })
})
