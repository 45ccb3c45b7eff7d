import { afterEach, expect, it } from 'vitest'
import { readEvents } from '../../src/server-sent-events.ts'
import { makeNode } from '../support/make-node.ts'
import { endServers, listening, start } from './run-server.ts'

afterEach(endServers)

it('a kept snapshot is followed over connections, and whoever leaves makes room', async () => {
  // One address has half of them.
  const origin = await listening(start({ PORT: '0', BERTH_LIMIT_FOLLOWERS: '2' }))
  const path = `${origin}/v1/snapshots/prod`
  const send = async (method: string, body: object): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(path, { method, headers, body: JSON.stringify(body) })
    expect(response.ok).toBe(true)
    return ((await response.json()) as { digest: string }).digest
  }
  const put = await send('PUT', { nodes: [makeNode('a')], pods: [] })
  const objects = await fetch(`${path}/objects`)
  expect(objects.headers.get('etag')).toBe(`"${put}"`)
  expect(await objects.json()).toMatchObject({ nodes: [{ metadata: { name: 'a' } }], pods: [] })

  const leaving = new AbortController()
  const response = await fetch(`${path}/events?digest=${put}`, { signal: leaving.signal })
  const events = readEvents(response.body ?? new ReadableStream())
  expect((await events.next()).value).toMatchObject({ event: 'kept', id: put })
  const patched = await send('PATCH', { put: { nodes: [makeNode('b')] } })
  expect((await events.next()).value).toMatchObject({ event: 'patch', id: patched })

  expect((await fetch(`${path}/events`)).status).toBe(429)
  leaving.abort()
  await expect
    .poll(async () => {
      const again = await fetch(`${path}/events`)
      await again.body?.cancel()
      return again.status
    })
    .toBe(200)
})
