import { afterEach, describe, expect, it } from 'vitest'
import { Batch, BatchLine, BatchPage } from '../../schemas/batches/batch.ts'
import type { ProblemCode } from '../../schemas/problem-kinds.ts'
import { problemBody } from '../../src/api/http/problem.ts'
import { Batches, type Item } from '../../src/batches/batches.ts'
import { batchesInProcess, MemoryBucket } from '../../src/batches/in-process.ts'
import type { BatchPart, BatchPlatform } from '../../src/batches/port.ts'
import { type Client, makeClient, readProblem } from '../api/client.ts'
import { endServers, listening, start } from '../node/run-server.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

afterEach(endServers)

const snapshot = { nodes: [makeNode('a'), makeNode('b', { allocatable: { cpu: '1' } })], pods: [] }
const options = { absentKinds: 'empty', explain: 'decision' }

function cpuPod(cpu: string) {
  return makePod('p', { spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] } })
}

const fits = { request: { pod: cpuPod('1'), options } }
const fitsNowhere = { request: { pod: cpuPod('100'), options } }
const wrong = { id: 'wrong', request: { pod: cpuPod('many'), options } }

/** A queue that the test hands parts out of. */
function heldQueue() {
  const parts: BatchPart[] = []
  let answer: (part: BatchPart) => Promise<void> = () => Promise.resolve()
  const platform: BatchPlatform = {
    bucket: new MemoryBucket(1e9),
    openQueue: (given) => {
      answer = given
      return { send: async (sent) => void parts.push(...sent) }
    },
  }
  return { platform, parts, answer: (part: BatchPart) => answer(part) }
}

function post(client: Client, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return client.request('/v1/batches', { method: 'POST', headers, body: JSON.stringify(body) })
}

async function begin(client: Client, items: readonly object[], extra: object = {}) {
  const response = await post(client, { snapshot, items, ...extra })
  if (!response.ok) throw new Error(await response.text())
  return Batch.parse(await response.json())
}

async function page(client: Client, id: string, from?: string) {
  const query = from === undefined ? '' : `?continue=${from}`
  return BatchPage.parse(await (await client.request(`/v1/batches/${id}/results${query}`)).json())
}

describe('a batch', () => {
  it('tells how far it is, and gives what is answered while the rest is not', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    const { id } = await begin(client, [fits, wrong, fitsNowhere])
    expect(held.parts).toHaveLength(3)
    const progress = async () =>
      Batch.parse(await (await client.request(`/v1/batches/${id}`)).json())
    expect(await progress()).toMatchObject({ status: 'running', items: 3, done: 0, failed: 0 })
    expect(await page(client, id)).toEqual({ items: [], status: 'running', continue: '0' })
    for (const part of held.parts.slice(0, 2)) await held.answer(part)
    expect(await progress()).toMatchObject({ status: 'running', done: 2, failed: 1 })
    const first = await page(client, id)
    expect(first).toMatchObject({ items: [{ index: 0 }], status: 'running', continue: '1' })
    const decided = await client.decide({ snapshot, ...fits.request })
    const { id: _, input: __, ...same } = (await decided.json()) as Record<string, unknown>
    expect(first.items[0]?.answer).toMatchObject(same)
    const failed = await page(client, id, '1')
    expect(failed.items).toMatchObject([
      { index: 1, id: 'wrong', problem: { status: 422, code: 'invalid-quantity' } },
    ])
    for (const part of held.parts) await held.answer(part)
    expect(await progress()).toMatchObject({ status: 'done', done: 3, failed: 1 })
    const last = await page(client, id, '2')
    expect(last).toMatchObject({
      items: [{ answer: { decisions: [{ outcome: 'unschedulable' }] } }],
      status: 'done',
      continue: null,
    })
  })

  it('is given in lines up to the first gap', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    const { id } = await begin(client, [fits, fits, fits])
    for (const part of held.parts.filter((_, index) => index !== 1)) await held.answer(part)
    const lines = async () => {
      const headers = { accept: 'application/x-ndjson' }
      const response = await client.request(`/v1/batches/${id}/results`, { headers })
      const texts = (await response.text()).trimEnd().split('\n')
      return texts.map((line) => BatchLine.parse(JSON.parse(line)))
    }
    expect(await lines()).toMatchObject([{ index: 0 }, { status: 'running', continue: '1' }])
    const [, gap] = held.parts
    if (gap !== undefined) await held.answer(gap)
    expect((await lines()).at(-1)).toEqual({ status: 'done', continue: null })
  })

  it('is the same when it is asked for again, and what was lost is handed out again', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    const first = await begin(client, [fits, fitsNowhere])
    const [answered, lost] = held.parts.splice(0)
    if (answered !== undefined) await held.answer(answered)
    const again = await post(client, { snapshot, items: [fits, fitsNowhere] })
    expect(again.status).toBe(200)
    expect(Batch.parse(await again.json())).toEqual({ ...first, done: 1 })
    expect(held.parts).toEqual([lost])
    expect((await begin(client, [fits])).id).not.toBe(first.id)
  })

  it('is asked of the state that its snapshot had', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    const put = (body: object) =>
      client.request('/v1/snapshots/prod', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await put(snapshot)
    const { id } = await begin(client, [fits, fits], { snapshot: { name: 'prod' } })
    const [before, after] = held.parts
    if (before !== undefined) await held.answer(before)
    await put({ ...snapshot, nodes: [] })
    if (after !== undefined) await held.answer(after)
    expect((await page(client, id)).items[0]).toHaveProperty('answer')
    expect((await page(client, id, '1')).items[0]?.problem?.code).toBe('snapshot-stale')
  })

  it('ends after a day, and when it is deleted', async () => {
    let now = new Date('2026-01-02T03:04:05Z')
    const held = heldQueue()
    const client = makeClient({ batches: held.platform, now: () => now })
    const { id } = await begin(client, [fits])
    expect((await client.request(`/v1/batches/${id}`, { method: 'DELETE' })).status).toBe(204)
    const [part] = held.parts
    if (part !== undefined) await held.answer(part)
    expect(await readProblem(await client.request(`/v1/batches/${id}`))).toMatchObject({
      status: 404,
    })
    const next = await begin(client, [fitsNowhere])
    now = new Date(now.getTime() + 86_400_000)
    expect((await client.request(`/v1/batches/${next.id}`)).status).toBe(404)
  })

  it('is answered by any of the endpoints', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    const capacity = { operation: 'capacity', request: { mix: [{ pod: cpuPod('1') }] } }
    const explanation = { operation: 'explanations', request: { pod: cpuPod('100') } }
    const { id } = await begin(client, [capacity, explanation])
    for (const part of held.parts) await held.answer(part)
    expect((await page(client, id)).items[0]?.answer).toHaveProperty('fits')
    expect((await page(client, id, '1')).items[0]?.answer).toHaveProperty('causes')
  })

  it.each([
    [{ items: [] }, 422, '/items'],
    [{ items: Array.from({ length: 5001 }, () => fits) }, 422, '/items'],
    [
      {
        items: [
          { ...fits, id: 'x' },
          { ...fits, id: 'x' },
        ],
      },
      422,
      '/items/1/id',
    ],
    [{ items: [{ request: { snapshot } }] }, 422, '/items/0/request'],
    [{ items: [{ request: { cluster: 'prod' } }] }, 422, '/items/0/request'],
    [{ items: [{ ...fits, operation: 'drains' }] }, 422, '/items/0/operation'],
    [{ items: [fits], snapshot: { nodes: [{ metadata: {} }] } }, 422, ''],
    [{ items: [fits], snapshot: { name: 'nobody' } }, 404, ''],
  ])('%# is refused as a whole where it is wrong itself', async (body, status, pointer) => {
    const held = heldQueue()
    const response = await post(makeClient({ batches: held.platform }), { snapshot, ...body })
    const problem = await readProblem(response)
    expect(problem.status).toBe(status)
    if (pointer !== '') expect(problem.errors[0]?.pointer).toBe(pointer)
    expect(held.parts).toEqual([])
  })

  it('needs a place to be kept', async () => {
    const problem = await readProblem(await post(makeClient(), { snapshot, items: [fits] }))
    expect(problem).toMatchObject({ status: 503, code: 'store-not-configured' })
  })

  it('is for whoever began it, and for admins', async () => {
    const tokens = ['ann', 'bob', 'eve'].map((name) => ({
      token: `${name}-0123456789abcdef`,
      name,
      roles: [name === 'eve' ? 'admin' : 'decide'],
    }))
    const env = { BERTH_TOKENS: JSON.stringify(tokens) }
    const client = makeClient({ batches: heldQueue().platform, env })
    const as = (name: string, path: string, body?: object) =>
      client.request(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${name}-0123456789abcdef`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    const { id } = Batch.parse(
      await (await as('ann', '/v1/batches', { snapshot, items: [fits] })).json(),
    )
    for (const [name, status] of [
      ['ann', 200],
      ['bob', 404],
      ['eve', 200],
      ['who', 401],
    ] as const) {
      expect((await as(name, `/v1/batches/${id}`)).status).toBe(status)
      expect((await as(name, `/v1/batches/${id}/results`)).status).toBe(status)
    }
  })
})

/** Without an app: each item is answered what the test says. */
function batchesAnswering(answer: (index: number) => Response, platform = heldQueue().platform) {
  const problem = (code: ProblemCode) => (detail: unknown, requestId: string) =>
    problemBody({ code, detail: String(detail) }, requestId)
  return new Batches({
    platform,
    ask: async (_, __, requestId) => answer(Number(requestId.split('-').at(-1))),
    now: () => new Date('2026-01-02T03:04:05Z'),
    sleep: () => Promise.resolve(),
    tooLarge: problem('too-large'),
    brokenOff: problem('internal'),
  })
}

const START = {
  id: 'b-1',
  owner: 'ann',
  snapshot: { name: 'prod', digest: `sha256:${'0'.repeat(64)}` },
}

function manyItems(count: number): Item[] {
  return Array.from({ length: count }, () => ({ operation: 'decisions', request: {} }))
}

/** Chunks without end, and how many were taken. */
function endless(chunk: string, breaksAt = Number.POSITIVE_INFINITY) {
  const bytes = new TextEncoder().encode(chunk)
  const taken = { chunks: 0 }
  const body = new ReadableStream({
    pull(controller) {
      if (taken.chunks++ >= breaksAt) controller.error(new Error('broken off'))
      else controller.enqueue(bytes)
    },
  })
  return { body, taken }
}

describe('an item', () => {
  it('whose answer breaks off has a problem, and takes nothing from the others', async () => {
    const batches = batchesAnswering((index) =>
      index === 0 ? new Response(endless('{"a', 1).body) : Response.json({}),
    )
    const { head } = await batches.begin(START, manyItems(80))
    await batches.answer({ id: 'b-1', part: 0 })
    const [broken, other] = (await batches.answers(head, 0)) ?? []
    expect(broken).toMatchObject({ index: 0, problem: { code: 'internal' } })
    expect(other).toEqual({ index: 1, answer: {} })
  })

  it('that is too expensive once its answer has begun is told so', async () => {
    const held = heldQueue()
    let looks = 0
    const client = makeClient({
      batches: held.platform,
      now: () => new Date(Date.parse('2026-01-02T03:04:05Z') + looks++),
      limits: { workMs: 9000 },
    })
    const pods = Array.from({ length: 6000 }, (_, index) => makePod(`p${index}`))
    const { id } = await begin(client, [{ request: { pods, options } }])
    for (const part of held.parts) await held.answer(part)
    expect((await page(client, id)).items[0]?.problem?.code).toBe('too-expensive')
  })

  it('whose answer is longer than what is kept is not read to its end', async () => {
    const { body, taken } = endless('x'.repeat(1_000_000))
    const batches = batchesAnswering((index) =>
      index === 0 ? new Response(body) : Response.json({}),
    )
    const { head } = await batches.begin(START, manyItems(80))
    await batches.answer({ id: 'b-1', part: 0 })
    expect(await batches.answers(head, 0)).toMatchObject([
      { problem: { code: 'too-large' } },
      { answer: {} },
    ])
    expect(taken.chunks).toBeLessThan(12)
  })
})

describe('batches in a process', () => {
  it('are answered on threads, thousands of items, each on its own', {
    timeout: 120_000,
  }, async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '2' }))
    const items = Array.from({ length: 2000 }, (_, index) =>
      index % 100 === 7 ? wrong.request : { pod: cpuPod(`${1 + (index % 5)}`), options },
    ).map((request, index) => ({ id: `${index}`, request }))
    const send = (path: string, init?: RequestInit) => fetch(`${url}/v1/batches${path}`, init)
    const body = JSON.stringify({ snapshot, items })
    const headers = { 'content-type': 'application/json' }
    const begun = Batch.parse(await (await send('', { method: 'POST', headers, body })).json())
    let batch = begun
    while (batch.status !== 'done') batch = Batch.parse(await (await send(`/${begun.id}`)).json())
    expect(batch).toMatchObject({ items: 2000, done: 2000, failed: 20 })
    const accept = { accept: 'application/x-ndjson' }
    const text = await (await send(`/${begun.id}/results`, { headers: accept })).text()
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.pop()).toEqual({ status: 'done', continue: null })
    expect(lines.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(lines.filter(({ problem }) => problem !== undefined)).toHaveLength(20)
  })

  it('give way to newer ones when they take up too much', async () => {
    const bucket = new MemoryBucket(1000)
    const write = (id: string) => bucket.write(`batches/${id}/head`, new Uint8Array(400))
    for (const id of ['one', 'two', 'three']) await write(id)
    expect(await bucket.read('batches/one/head')).toBeNull()
    expect(await bucket.read('batches/three/head')).toHaveLength(400)
  })

  it('go on with the next part after one that broke, and say so', async () => {
    const logged: string[] = []
    const answered: number[] = []
    const { openQueue } = batchesInProcess(1, (line) => logged.push(line))
    let end = () => {}
    const over = new Promise<void>((resolve) => (end = resolve))
    const queue = openQueue(async ({ part }) => {
      if (part === 0) throw new Error('broken')
      answered.push(part)
      if (part === 2) end()
    })
    await queue.send([0, 1, 1, 2].map((part) => ({ id: 'b', part })))
    await over
    expect(answered).toEqual([1, 2])
    expect(logged.join()).toContain('broken')
  })
})
