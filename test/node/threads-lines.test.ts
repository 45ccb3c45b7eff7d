import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client.ts'
import { RequestOnThread } from '../../src/node/request-on-thread.ts'
import { SpoolBudget } from '../../src/node/spooled-answer.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

const LINES = { accept: 'application/x-ndjson', 'content-type': 'application/json' }

function manyPods(nodeCount: number, podCount: number): object {
  const nodes = Array.from({ length: nodeCount }, (_, index) => makeNode(`n${index}`))
  const pods = Array.from({ length: podCount }, (_, index) => ({
    ...makePod(`p${index}`),
    metadata: { name: `p${index}`, labels: { own: `${index}` } },
  }))
  return { snapshot: { nodes }, pods, options: { absentKinds: 'empty' } }
}

const LINES_HEAD: [string, string][] = [['content-type', 'application/x-ndjson']]
const encode = (text: string) => new TextEncoder().encode(text)

/** A request whose thread is played by the test, once its head is out. */
async function started(headers: [string, string][]) {
  const budget = new SpoolBudget()
  let resolve: (response: Response) => void = () => {}
  const response = new Promise<Response>((give) => (resolve = give))
  const nothing = () => {}
  const inner = new RequestOnThread({
    budget,
    isContended: () => false,
    requestId: 'test',
    workMs: 60_000,
    carryOut: () => Promise.reject(new Error('nothing is recorded')),
    resolve: (result) => result.ok && resolve(result.value),
    onCredit: nothing,
    onLeave: nothing,
    onTimeout: nothing,
    onDone: nothing,
  })
  inner.receive({ kind: 'head', status: 200, headers, isHeld: false })
  return { inner, budget, response: await response }
}

describe('lines from a thread', () => {
  it('are compressed where the caller asks for gzip, and only there', async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '1' }))
    const body = JSON.stringify(manyPods(5, 20))
    const ask = async (encoding: string) => {
      const headers = { ...LINES, 'accept-encoding': encoding }
      const response = await fetch(`${url}/v1/decisions`, { method: 'POST', headers, body })
      expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
      return { encoding: response.headers.get('content-encoding'), text: await response.text() }
    }
    const plain = await ask('identity')
    expect(plain.encoding).toBeNull()
    expect(plain.text.split('\n')).toHaveLength(23)
    // fetch has decompressed it.
    expect(await ask('br, gzip;q=0.5')).toEqual({ encoding: 'gzip', text: plain.text })
    expect((await ask('gzip;q=0, identity')).encoding).toBeNull()
  })

  it('end with the problem where the main thread ends the work', async () => {
    const request = await started(LINES_HEAD)
    request.inner.receive({ kind: 'chunk', bytes: encode('{"id":1}\n{"pod":') })
    request.inner.fault({ code: 'too-expensive', detail: 'enough' })
    request.inner.fault({ code: 'internal', detail: 'its thread has ended' })
    const [head, cut, line, ...rest] = (await request.response.text()).split('\n')
    expect([head, cut, ...rest]).toEqual(['{"id":1}', '{"pod":', ''])
    const problem = { status: 413, code: 'too-expensive', detail: 'enough', requestId: 'test' }
    expect(JSON.parse(line ?? '')).toMatchObject({ problem })
    expect(request.budget.usedBytes).toBe(0)
  })

  it('break the connection where they are no lines', async () => {
    const request = await started([['content-type', 'application/json']])
    request.inner.receive({ kind: 'chunk', bytes: encode('{"id":1') })
    request.inner.fault({ code: 'too-expensive', detail: 'enough' })
    await expect(request.response.text()).rejects.toThrow('could not be finished')
  })

  it('end when their reader leaves, and the thread is free', async () => {
    const url = await listening(start({ PORT: '0', BERTH_THREADS: '1' }))
    const client = createClient({ baseUrl: url })
    // Made as requests are read, by the schema's input type.
    const body = manyPods(3000, 500) as never
    const lines = await client.lines('POST /v1/decisions', { body })
    if (!lines.ok) throw new Error(lines.error.kind)
    const seen: object[] = []
    for await (const line of lines.value) {
      seen.push(line)
      if (seen.length === 3) break
    }
    expect(seen[0]).toHaveProperty('profile')
    expect(seen[2]).toMatchObject({ pod: { name: 'p1' }, outcome: 'scheduled' })
    const small = await client.call('POST /v1/decisions', { body: manyPods(1, 1) as never })
    expect(small.ok).toBe(true)
  })
})

describe('a client that reads lines', () => {
  const answering = (chunks: readonly string[]) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })
    const send = async () =>
      new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } })
    return createClient({ baseUrl: 'http://berth.test', fetch: send })
  }
  const read = async (chunks: readonly string[]) => {
    const lines = await answering(chunks).lines('POST /v1/decisions')
    if (!lines.ok) throw new Error(lines.error.kind)
    const values: unknown[] = []
    for await (const line of lines.value) values.push(line)
    return values
  }

  it('puts them together wherever they are cut', async () => {
    const text = '{"id":"é"}\n{"b":[1,2]}\n{"decided":1}\n'
    for (let at = 0; at <= text.length; at++) {
      const values = await read([text.slice(0, at), text.slice(at)])
      expect(values).toEqual([{ id: 'é' }, { b: [1, 2] }, { decided: 1 }])
    }
  })

  it('leaves out half a line before a problem, and throws for one without', async () => {
    const problem = '\n{"problem":{"code":"too-expensive"}}\n'
    expect(await read(['{"id":1}\n{"pod":', problem])).toEqual([
      { id: 1 },
      { problem: { code: 'too-expensive' } },
    ])
    await expect(read(['{"id":1}\n{"pod":'])).rejects.toThrow(SyntaxError)
  })

  it('is told that JSON came instead, of which no line is read', async () => {
    const send = async () => Response.json({ id: 'd-1' })
    const client = createClient({ baseUrl: 'http://berth.test', fetch: send })
    expect(await client.lines('POST /v1/decisions')).toEqual({
      ok: false,
      error: { kind: 'not-berth', status: 200, text: '{"id":"d-1"}' },
    })
  })

  it('is told a problem that came instead', async () => {
    const problem = { code: 'not-a-request' }
    const send = async () =>
      Response.json(problem, {
        headers: { 'content-type': 'application/problem+json' },
        status: 422,
      })
    const client = createClient({ baseUrl: 'http://berth.test', fetch: send })
    expect(await client.lines('POST /v1/decisions')).toEqual({
      ok: false,
      error: { kind: 'problem', problem },
    })
  })
})
