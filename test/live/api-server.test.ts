import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiServer } from '../../src/live/api-server.ts'

let server: Server
let api: ApiServer

/** Answers with what it was sent. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
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
