import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

it('what threads decide is posted by the process, and a private receiver only where that is meant', async () => {
  const received: string[] = []
  let wake = () => {}
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push(`${request.headers['webhook-signature']} ${text}`)
    response.writeHead(204).end()
    wake()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // it listens on a port
  const env = {
    PORT: '0',
    WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
    WEBHOOK_EVENTS: 'decisions',
  }
  const ask = (url: string) =>
    fetch(`${url}/v1/decisions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        snapshot: { nodes: [{ metadata: { name: 'a' } }], pods: [] },
        pod: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } },
        options: { absentKinds: 'empty' },
      }),
    })

  const open = await listening(start({ ...env, WEBHOOK_ALLOW_PRIVATE: 'true' }))
  const told = new Promise<void>((resolve) => {
    wake = resolve
  })
  await (await ask(open)).text()
  await told
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/^v1,\S+ \{"type":"decisions"/)

  const closed = await listening(start(env))
  await (await ask(closed)).text()
  let state: { dead: number; deadLetters: { reason: string }[] } = { dead: 0, deadLetters: [] }
  while (state.dead === 0) {
    state = (await (await fetch(`${closed}/v1/webhook-deliveries`)).json()) as typeof state
  }
  expect(state.deadLetters[0]?.reason).toBe('127.0.0.1 is not a public address')
  expect(received).toHaveLength(1)
  server.closeAllConnections()
  server.close()
})
