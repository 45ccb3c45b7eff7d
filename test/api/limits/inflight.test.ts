import { describe, expect, it } from 'vitest'
import { InflightLimiter } from '../../../src/api/http/limits/inflight-limiter.ts'
import {
  BYTES_PER_SECOND_MIN,
  STALL_LIMIT_MS,
} from '../../../src/api/http/request/guard-arrival.ts'
import { makeClient, readProblem } from '../client.ts'

/** All that follows from what was done so far has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('what is under way', () => {
  it('buffers so many bytes, and half of that of one client', () => {
    const limiter = new InflightLimiter(1000)
    const [a, b] = [limiter.open('a'), limiter.open('b')]
    expect(a?.buffer(500)).toBe(true)
    expect(a?.buffer(1)).toBe(false)
    expect(limiter.open('a')?.buffer(1)).toBe(false)
    expect(b?.buffer(500)).toBe(true)
    expect(limiter.open('c')?.buffer(1)).toBe(false)
  })

  it('makes room once, however often a request ends', () => {
    const limiter = new InflightLimiter(1000)
    const first = limiter.open('a')
    first?.buffer(500)
    first?.end()
    first?.end()
    const second = limiter.open('a')
    expect(second?.buffer(500)).toBe(true)
    expect(second?.buffer(1)).toBe(false)
  })

  it('is at most five hundred requests of one client, and leaves room for others', () => {
    const limiter = new InflightLimiter(1000)
    const leases = Array.from({ length: 501 }, () => limiter.open('a'))
    expect(leases.filter((lease) => lease !== null)).toHaveLength(500)
    expect(limiter.open('b')).not.toBeNull()
  })
})

describe('the app', () => {
  it('refuses bodies beyond its buffers, and takes them again later', async () => {
    const client = makeClient({ limits: { inflightBytes: 10_000 } })
    // Of an object that was read something is kept until the answer is out.
    const beginning = `{"snapshot":{"services":[${JSON.stringify({ metadata: { name: 'x'.repeat(900) } })},`
    const uploads: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[] = []
    const answers = Array.from({ length: 5 }, () => {
      const upload = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(beginning))
          uploads.push(controller)
        },
      })
      return client.decide(upload)
    })
    await settled()
    const problem = await readProblem(await client.decide(`${beginning}{}]}}`))
    expect(problem).toMatchObject({ status: 429, code: 'rate-limited' })
    for (const upload of uploads) upload.close()
    for (const answer of answers) expect((await answer).status).toBe(400)
    expect((await client.decide('{}')).status).toBe(422)
  })

  it.each([
    { name: 'stalls', steps: [{ bytes: 100, ms: 0 }], waitsMs: STALL_LIMIT_MS + 1000 },
    {
      name: 'trickles',
      steps: Array.from({ length: 10 }, () => ({ bytes: BYTES_PER_SECOND_MIN / 2, ms: 1000 })),
      waitsMs: 1000,
    },
  ])('cuts a body that $name', async ({ steps, waitsMs }) => {
    const clock = makeClock()
    const client = makeClient({ now: clock.now, runtime: { now: clock.now, sleep: clock.sleep } })
    let feed: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        feed = controller
      },
    })
    const answer = client.decide(body)
    for (const { bytes, ms } of steps) {
      feed?.enqueue(new Uint8Array(bytes).fill(0x20))
      await clock.pass(ms)
    }
    await clock.pass(waitsMs)
    expect(await readProblem(await answer)).toMatchObject({ status: 408, code: 'too-slow' })
  })
})

/** A clock that stands until a test lets time pass, second by second. */
function makeClock() {
  let nowMs = Date.parse('2026-01-02T03:04:05Z')
  const sleepers: { untilMs: number; wake: () => void }[] = []
  return {
    now: () => new Date(nowMs),
    sleep: (ms: number) =>
      new Promise<void>((wake) => sleepers.push({ untilMs: nowMs + ms, wake })),
    async pass(ms: number): Promise<void> {
      await settled()
      for (let passed = 0; passed < ms; passed += 1000) {
        nowMs += 1000
        for (const sleeper of sleepers.splice(0)) {
          if (sleeper.untilMs <= nowMs) sleeper.wake()
          else sleepers.push(sleeper)
        }
        await settled()
      }
    },
  }
}
