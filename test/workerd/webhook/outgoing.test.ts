import { exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { postFromWorkers } from '../../../src/workers/post.ts'
import { type ReceivedMessage, WEBHOOK_SECRET } from '../../support/webhook-receiver.ts'

/** The outgoing webhook of a Worker, whose fetch reaches the receiver of vitest.config.ts. */

async function received(): Promise<readonly ReceivedMessage[]> {
  const answer = await fetch('https://hooks.example/received')
  return (await answer.json()) as ReceivedMessage[] // as the receiver writes it
}

async function isSigned({ headers, body }: ReceivedMessage): Promise<boolean> {
  const bytes = Uint8Array.from(atob(WEBHOOK_SECRET.slice(6)), (one) => one.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const [, base64 = ''] = (headers['webhook-signature'] ?? '').split('v1,')
  const signature = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  return crypto.subtle.verify('HMAC', key, signature, new TextEncoder().encode(text))
}

const post = (url: string, more: object = {}) =>
  postFromWorkers({
    url,
    headers: {},
    body: '{}',
    timeoutMs: 500,
    answerBytesMax: 1000,
    mayBePrivate: false,
    ...more,
  })

describe('the outgoing webhook of a Worker', () => {
  it('goes on after the answer: signed, and sent again where the receiver fails', async () => {
    const node = { metadata: { name: 'a' }, status: { allocatable: { cpu: '1', pods: '10' } } }
    const resources = { requests: { cpu: '1' } }
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', resources }] } }
    const answer = await exports.default.fetch('http://berth.test/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        snapshot: { nodes: [node], pods: [] },
        pod,
        options: { absentKinds: 'empty' },
      }),
    })
    expect(answer.status).toBe(200)
    await answer.text()
    const [first, again] = await vi.waitFor(async () => {
      const all = await received()
      expect(all).toHaveLength(2)
      return all
    }, 10_000)
    if (first === undefined || again === undefined) throw new Error('two came')
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'decisions',
      pods: [{ pod: { name: 'p' }, outcome: 'scheduled', node: 'a' }],
    })
    expect(again.body).toBe(first.body)
    expect(again.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(await Promise.all([first, again].map(isSigned))).toEqual([true, true])
  })
})

describe('a POST from a Worker', () => {
  it.each([
    ['https://127.0.0.1/x', 'refused'],
    ['https://[::1]/x', 'refused'],
    ['https://localhost/x', 'refused'],
    ['https://hooks.example/large', 'too-large'],
    ['https://hooks.example/slow', 'timeout'],
  ])('to %s fails: %s', async (url, kind) => {
    expect(await post(url)).toMatchObject({ ok: false, error: { kind } })
  })

  it('follows no redirect, and may go to a private address where that is allowed', async () => {
    const redirected = await post('https://hooks.example/elsewhere')
    expect(redirected).toMatchObject({ ok: true, value: { status: 302 } })
    const nearby = await post('https://127.0.0.1/large', { mayBePrivate: true })
    expect(nearby).toMatchObject({ ok: false, error: { kind: 'too-large' } })
  })
})
