import { describe, expect, it } from 'vitest'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { makeClient } from '../client.ts'

/** A clock on which every look takes longer than a turn may; at the 20th, pods are being decided. */
function hastyClock(meanwhile = () => {}) {
  let looks = 0
  return () => {
    looks++
    if (looks === 20) meanwhile()
    return new Date(looks * 60)
  }
}

const body = JSON.stringify({
  snapshot: { nodes: [makeNode('a')] },
  pods: Array.from({ length: 50 }, (_, index) => makePod(`p${index}`)),
  options: { explain: 'decision' },
})

describe('a long request', () => {
  it('lets others have their turns', async () => {
    const order: string[] = []
    const now = hastyClock(() => setTimeout(() => order.push('other'), 0))
    await makeClient({ now }).decide(body)
    order.push('decided')
    expect(order).toEqual(['other', 'decided'])
  })

  it('ends when its caller is gone', async () => {
    const caller = new AbortController()
    const response = await makeClient({ now: hastyClock(() => caller.abort()) }).request(
      '/v1/decisions',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: caller.signal,
      },
    )
    expect(response.status).toBe(499)
  })

  it('ends its lines with the problem when it has begun to answer', async () => {
    const pods = Array.from({ length: 2000 }, (_, index) => makePod(`p${index}`))
    const long = { snapshot: { nodes: [makeNode('a')] }, pods, options: { explain: 'decision' } }
    let looks = 0
    const now = () => new Date(looks++)
    const response = await makeClient({ now, limits: { workMs: 1500 } }).decide(long, {
      accept: 'application/x-ndjson',
    })
    expect(response.status).toBe(200)
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(100)
    const last = JSON.parse(lines.at(-1) ?? '')
    expect(last).toMatchObject({ problem: { code: 'too-expensive', requestId: 'test' } })
  })

  it('is answered as if it had been alone', async () => {
    const yieldToEventLoop = await makeClient({ now: hastyClock() }).decide(body)
    const alone = await makeClient().decide(body)
    expect(await yieldToEventLoop.text()).toBe(await alone.text())
  })
})
