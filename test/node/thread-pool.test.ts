import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { OffloadedRequest } from '../../src/api/http/offload.ts'
import { ANONYMOUS } from '../../src/auth/caller.ts'
import { type PoolOptions, ThreadPool } from '../../src/node/thread-pool.ts'
import { makeNode } from '../build/make-node.ts'
import { makePod } from '../build/make-pod.ts'

const pools: ThreadPool[] = []

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function startPool(options: Partial<PoolOptions> = {}): ThreadPool {
  const pool = new ThreadPool({
    env: {},
    store: null,
    recordDecisions: null,
    log: () => {},
    threads: 1,
    workMs: 30_000,
    heapBytes: 500_000_000,
    ...options,
  })
  pools.push(pool)
  return pool
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
    await sleep(20)
    reader.abort()
    await left.value.body?.cancel()
    expect(await next).toEqual(undisturbed)
  })

  it('gives a thread that is being ended to nobody', async () => {
    const pool = startPool({ workMs: 5000 })
    expect(await answered(pool.answer(decide(question(1, 1))))).toMatchObject({ status: 200 })
    // What comes after an immediate are timers, then messages: the time is over before the answer is read.
    await new Promise((resolve) => setImmediate(resolve))
    const late = answered(pool.answer(decide(question(1, 1))))
    const next = answered(pool.answer(decide(question(1, 1))))
    const endMs = performance.now() + 5200
    while (performance.now() < endMs);
    expect(await late).toBe('too-expensive')
    expect(await next).toMatchObject({ status: 200 })
  })
})
