import { describe, expect, it } from 'vitest'
import type { OffloadedRequest } from '../../src/api/http/offloaded-request.ts'
import { ANONYMOUS } from '../../src/auth/caller.ts'
import { type PoolOptions, ThreadPool } from '../../src/node/thread-pool.ts'
import { MemorySnapshots } from '../../src/snapshots/memory.ts'
import { SNAPSHOT_SETTINGS } from '../../src/snapshots/settings.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

/** For the log alone: nobody is there to read it. */
const GONE = { status: 499, chars: 0 }

function startPool(options: Partial<PoolOptions> = {}): ThreadPool {
  return new ThreadPool({
    env: {},
    store: null,
    recordDecisions: null,
    snapshots: new MemorySnapshots(SNAPSHOT_SETTINGS, () => new Date()),
    log: () => {},
    threads: 1,
    workMs: 30_000,
    heapBytes: 500_000_000,
    ...options,
  })
}

function decide(body: unknown, signal = new AbortController().signal): OffloadedRequest {
  return {
    method: 'POST',
    target: '/v1/decisions',
    headers: { 'content-type': 'application/json' },
    body: [new TextEncoder().encode(JSON.stringify(body))],
    caller: ANONYMOUS,
    client: 'a',
    signal,
  }
}

function question(nodeCount: number, podCount: number) {
  const nodes = Array.from({ length: nodeCount }, (_, index) => makeNode(`n${index}`))
  const pods = Array.from({ length: podCount }, (_, index) => makePod(`p${index}`))
  return { snapshot: { nodes }, pods }
}

async function answered(answer: ReturnType<ThreadPool['answer']>) {
  const result = await answer
  if (!result.ok) return result.error.code
  return { status: result.value.status, chars: (await result.value.text()).length }
}

describe('a pool of threads', () => {
  it('cancels nothing of the next request when the reader of the one before leaves', async () => {
    const pool = startPool()
    const reader = new AbortController()
    const left = await pool.answer(decide(question(3000, 10), reader.signal))
    if (!left.ok) throw new Error(left.error.detail)
    // The thread is free only after the whole of that answer is made.
    expect(await answered(pool.answer(decide(question(1, 1))))).toMatchObject({ status: 200 })
    const undisturbed = await answered(pool.answer(decide(question(3000, 20))))
    const next = answered(pool.answer(decide(question(3000, 20))))
    reader.abort()
    await left.value.body?.cancel()
    expect(await next).toEqual(undisturbed)
  })

  it('gives a thread that is being ended to nobody', async () => {
    const pool = startPool({ workMs: 2000 })
    expect(await answered(pool.answer(decide(question(1, 1))))).toMatchObject({ status: 200 })
    // What comes after an immediate are timers, then messages: the time is over before the answer is read.
    await new Promise((resolve) => setImmediate(resolve))
    const late = answered(pool.answer(decide(question(1, 1))))
    const next = answered(pool.answer(decide(question(1, 1))))
    const endMs = performance.now() + 2200
    while (performance.now() < endMs);
    expect(await late).toBe('too-expensive')
    expect(await next).toMatchObject({ status: 200 })
  })

  it('keeps no place for a request whose caller left while it waited', async () => {
    const pool = startPool()
    expect(await answered(pool.answer(decide(question(1, 1))))).toMatchObject({ status: 200 })
    const first = answered(pool.answer(decide(question(3000, 20))))
    const caller = new AbortController()
    const left = Array.from({ length: 128 }, () =>
      answered(pool.answer(decide(question(1, 1), caller.signal))),
    )
    expect(await answered(pool.answer(decide(question(1, 1))))).toBe('rate-limited')
    caller.abort()
    expect(await answered(pool.answer(decide(question(1, 1), caller.signal)))).toEqual(GONE)
    expect(await answered(pool.answer(decide(question(1, 1))))).toMatchObject({ status: 200 })
    expect(await Promise.all(left)).toEqual(left.map(() => GONE))
    expect(await first).toMatchObject({ status: 200 })
  })

  it('goes on after what the main thread keeps failed for one request', async () => {
    const lines: string[] = []
    const snapshots = new MemorySnapshots(SNAPSHOT_SETTINGS, () => new Date())
    snapshots.head = () => Promise.reject(new Error('a bug of the main thread'))
    const pool = startPool({ snapshots, log: (line) => lines.push(line) })
    const named = { snapshot: { name: 'prod' }, pods: [makePod('p')] }
    expect(await answered(pool.answer(decide(named)))).toMatchObject({ status: 500 })
    expect(lines.join()).toContain('a bug of the main thread')
    expect(await answered(pool.answer(decide(question(1, 1))))).toMatchObject({ status: 200 })
  })
})
