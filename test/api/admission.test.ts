import { describe, expect, it } from 'vitest'
import { InflightLease, InflightLimiter } from '../../src/api/http/inflight-limiter.ts'
import { makeNode } from '../build/make-node.ts'
import { makePod } from '../build/make-pod.ts'
import { makeClient, readProblem } from './client.ts'

/** Visits that wait their turn, and the order in which they got it. */
function makeVisits(admission: InflightLimiter) {
  const entered: string[] = []
  const visit = (name: string, bytes: number) => {
    const made = new InflightLease(admission)
    made.hold(bytes)
    void made.enter().then(() => entered.push(name))
    return made
  }
  return { entered, visit }
}

/** All that follows from what was done so far has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('work on bodies', () => {
  it('begins at once while there is room', async () => {
    const { entered, visit } = makeVisits(new InflightLimiter(200))
    visit('a', 60)
    visit('b', 40)
    await settled()
    expect(entered).toEqual(['a', 'b'])
  })

  it('waits for room, in the order of arrival', async () => {
    const { entered, visit } = makeVisits(new InflightLimiter(200))
    const a = visit('a', 60)
    const b = visit('b', 50)
    visit('c', 10)
    await settled()
    expect(entered).toEqual(['a'])
    a.end()
    await settled()
    expect(entered).toEqual(['a', 'b', 'c'])
    b.end()
  })

  it('makes room once, however often a request ends', async () => {
    const { entered, visit } = makeVisits(new InflightLimiter(200))
    const a = visit('a', 50)
    visit('b', 50)
    await settled()
    a.end()
    a.end()
    visit('c', 50)
    visit('d', 50)
    await settled()
    expect(entered).toEqual(['a', 'b', 'c'])
  })
})

describe('the app', () => {
  const headers = { 'content-type': 'application/json' }

  it('refuses bodies beyond ten times the largest, and takes them again later', async () => {
    const client = makeClient({ limits: { bodyBytes: 1000 } })
    const uploads: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = []
    const answers = Array.from({ length: 10 }, () => {
      const upload = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          controller.enqueue(new Uint8Array(1000))
          uploads.push(controller)
        },
      })
      return client.decide(upload)
    })
    await settled()
    const problem = await readProblem(await client.decide('{}'))
    expect(problem).toMatchObject({ status: 429, code: 'rate-limited' })
    for (const upload of uploads) upload.close()
    for (const answer of answers) expect((await answer).status).toBe(400)
    expect((await client.decide('{}')).status).toBe(422)
  })

  it('begins with a request when the answer to the one before was read, or left', async () => {
    const nodes = Array.from({ length: 2000 }, (_, index) => makeNode(`n${index}`))
    const pods = Array.from({ length: 5 }, (_, index) => makePod(`p${index}`))
    const body = JSON.stringify({ snapshot: { nodes }, pods })
    const client = makeClient({ limits: { bodyBytes: body.length } })
    const request = () => client.request('/v1/decisions', { method: 'POST', headers, body })
    const first = await request()
    const order: string[] = []
    const second = request().then((response) => {
      order.push('second')
      return response
    })
    for (let turn = 0; turn < 5; turn++) await settled()
    order.push('first left')
    await first.body?.cancel()
    const answer = await (await second).text()
    expect(order).toEqual(['first left', 'second'])
    expect(await (await request()).text()).toBe(answer)
  })
})
