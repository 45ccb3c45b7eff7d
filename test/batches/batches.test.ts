import { afterEach, describe, expect, it } from 'vitest'
import { Batch, BatchLine, BatchPage } from '../../schemas/batches/batch.ts'
import type { ProblemCode } from '../../schemas/problem-kinds.ts'
import { problemBody } from '../../src/api/http/problem.ts'
import type { Item } from '../../src/batches/batch-values.ts'
import { Batches, type BatchStart } from '../../src/batches/batches.ts'
import { BatchesInProcess, MemoryBucket } from '../../src/batches/in-process.ts'
import type { BatchBucket, BatchPart, BatchPlatform } from '../../src/batches/port.ts'
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
  const keys = new Set<string>()
  const room = { isThere: true }
  let answer: (part: BatchPart) => Promise<void> = () => Promise.resolve()
  const memory = new MemoryBucket(1e9)
  const bucket: BatchBucket = {
    read: (key) => memory.read(key),
    write: (key, bytes) => memory.write(key, bytes).then(() => keys.add(key)),
    // A key at a time, as a bucket has it.
    delete: async (gone) => {
      for (const key of gone) keys.delete(key)
      await memory.delete(gone)
    },
  }
  const platform: BatchPlatform = {
    bucket,
    openQueue: (given) => {
      answer = given
      const send = async (sent: readonly BatchPart[]) => {
        if (room.isThere) parts.push(...sent)
        return room.isThere
      }
      return { send }
    },
  }
  return { platform, parts, keys, room, answer: (part: BatchPart) => answer(part) }
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

  it('leaves nothing behind when it is deleted, not even of a part under way', async () => {
    const held = heldQueue()
    const batches: Batches = batchesAnswering(() => Response.json({}), held.platform)
    await batches.begin(START)
    const head = await batches.head(START.id)
    if (head === null) throw new Error('it began')
    const asked = batches.answer({ id: START.id, part: 0 })
    await batches.remove(head)
    await asked
    expect([...held.keys]).toEqual([])
  })

  it('keeps the snapshot that it brought as long as itself, and where it takes no room from others', async () => {
    const held = heldQueue()
    const env = { BERTH_LIMIT_SNAPSHOTS: '1' }
    const client = makeClient({ batches: held.platform, env })
    const body = JSON.stringify(snapshot)
    const headers = { 'content-type': 'application/json' }
    await client.request('/v1/snapshots/prod', { method: 'PUT', headers, body })
    const batch = await begin(client, [fits])
    expect(batch.snapshot.name).toBe(`batch~${batch.id}`)
    const statusOf = async (name: string) =>
      (await client.decide({ snapshot: { name }, ...fits.request })).status
    expect(await statusOf('prod')).toBe(200)
    expect(await statusOf(batch.snapshot.name)).toBe(200)
    const there = `/v1/snapshots/${batch.snapshot.name}`
    for (const method of ['PUT', 'PATCH', 'DELETE', 'GET']) {
      const sent = { method, headers, ...(method.startsWith('P') && { body }) }
      expect((await client.request(there, sent)).status).toBe(403)
    }
    await client.request(`/v1/batches/${batch.id}`, { method: 'DELETE' })
    expect(await statusOf(batch.snapshot.name)).toBe(404)
    expect(held.keys.size).toBe(0)
  })

  it('names its snapshot by the same rules as other requests', async () => {
    let ms = 0
    const now = () => new Date(Date.parse('2026-01-02T03:04:05Z') + ms)
    const client = makeClient({ batches: heldQueue().platform, now })
    await client.request('/v1/snapshots/prod', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(snapshot),
    })
    const named = { snapshot: { name: 'prod', maxAgeSeconds: 10 } }
    for (const [age, status] of [
      [10_900, 202],
      [11_000, 409],
    ] as const) {
      ms = age
      expect((await client.decide({ ...fits.request, ...named })).ok).toBe(status === 202)
      expect((await post(client, { items: [fits], ...named })).ok).toBe(status === 202)
    }
  })

  it('is told of as not begun while too many parts wait, and begins when it is posted again', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    held.room.isThere = false
    const refused = await post(client, { snapshot, items: [fits] })
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect(await readProblem(refused)).toMatchObject({ status: 429, code: 'rate-limited' })
    held.room.isThere = true
    await begin(client, [fits])
    expect(held.parts).toHaveLength(1)
  })

  it('has no page behind its last one', async () => {
    const held = heldQueue()
    const client = makeClient({ batches: held.platform })
    const { id } = await begin(client, [fits, fits])
    expect((await page(client, id, '1')).status).toBe('running')
    const beyond = await client.request(`/v1/batches/${id}/results?continue=2`)
    expect((await readProblem(beyond)).errors[0]?.pointer).toBe('/continue')
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
    [
      { items: [fits], snapshot: { nodes: [{ metadata: {} }] } },
      422,
      '/snapshot/nodes/0/metadata/name',
    ],
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

const START: BatchStart = {
  id: 'b-1',
  owner: 'ann',
  snapshot: { name: 'prod', digest: `sha256:${'0'.repeat(64)}` },
  items: Array.from({ length: 80 }, (): Item => ({ operation: 'decisions', request: {} })),
  own: null,
}

/** Answers of the first part, of two items. */
async function firstPart(batches: Batches) {
  await batches.begin(START)
  await batches.answer({ id: START.id, part: 0 })
  const head = await batches.head(START.id)
  return head === null ? null : batches.answers(head, 0)
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
    const [broken, other] = (await firstPart(batches)) ?? []
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
    expect(await firstPart(batches)).toMatchObject([
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
    expect((await bucket.read('batches/three/head'))?.bytes).toHaveLength(400)
  })

  it('are as many as there is room for, and no more wait than can be told', async () => {
    const bucket = new MemoryBucket(1e9)
    const write = (id: number) => bucket.write(`batches/${id}/head`, new Uint8Array(1))
    for (let id = 0; id <= 1000; id++) await write(id)
    expect(await bucket.read('batches/0/head')).toBeNull()
    expect(await bucket.read('batches/1/head')).not.toBeNull()
    const queue = new BatchesInProcess(1, () => {}).openQueue(() => new Promise(() => {}))
    const parts = (id: string) => Array.from({ length: 6000 }, (_, part) => ({ id, part }))
    expect(await queue.send(parts('one'))).toBe(true)
    expect(await queue.send(parts('two'))).toBe(false)
    expect(await queue.send([{ id: 'three', part: 0 }])).toBe(true)
  })

  it('go on with the next part after one that broke, and say so', async () => {
    const logged: string[] = []
    const answered: number[] = []
    const batches = new BatchesInProcess(1, (line) => logged.push(line))
    let end = () => {}
    const over = new Promise<void>((resolve) => (end = resolve))
    const queue = batches.openQueue(async ({ part }) => {
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
