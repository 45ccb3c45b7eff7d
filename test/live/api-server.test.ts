import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiServer } from '../../src/live/api-server/api-server.ts'

let server: Server
let api: ApiServer

const EVENT = { type: 'ADDED', object: { a: 1 } }

/** One event, then what the path names. */
function watched(path: string, response: ServerResponse): void {
  response.write(`${JSON.stringify(EVENT)}\n`)
  if (path === '/watch/breaks') setTimeout(() => response.destroy(), 10)
  else response.end(path === '/watch/garbage' ? '{"type":\n' : '')
}

/** Answers with what it was sent. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url?.startsWith('/watch/')) return watched(request.url, response)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    response.end(JSON.stringify({ method: request.method, body }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  api = new ApiServer({ url: `http://127.0.0.1:${port}` })
})
afterAll(() => {
  api.close()
  server.close()
})

it.each(['DELETE', 'POST', 'PATCH', 'PUT'])(
  'sends the body of %s, one after another',
  async (method) => {
    for (const body of [{ text: 'ä' }, { other: 1 }]) {
      const answer = await api.send(method, '/x', body)
      expect(answer).toEqual({ status: 200, body: { method, body: JSON.stringify(body) } })
    }
  },
)

const NEVER = new AbortController().signal

it.each([
  ['/watch/ends', 200],
  ['/watch/breaks', 0],
])('follows %s, which answers %d', async (path, status) => {
  const events: object[] = []
  expect(await api.watch(path, NEVER, (event) => events.push(event))).toBe(status)
  expect(events).toEqual([EVENT])
})

it('ends a watch with an error for what it cannot read, and for whoever was told', async () => {
  await expect(api.watch('/watch/garbage', NEVER, () => {})).rejects.toThrow('JSON')
  const failing = api.watch('/watch/ends', NEVER, () => {
    throw new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
})
