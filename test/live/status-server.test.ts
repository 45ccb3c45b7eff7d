import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { serveStatus } from '../../src/live/status-server.ts'

const PAGES = { isReady: () => false, isHealthy: () => true, metrics: () => 'one 1\n' }

it('tells by path how a process is, and says why it cannot where the port is taken', async () => {
  const first = await serveStatus({ host: '127.0.0.1', port: 0 }, PAGES)
  if (!first.ok) throw new Error(first.error)
  const server = first.value
  try {
    const { port } = server.address() as AddressInfo // it listens on a port
    const answers = ['/healthz', '/readyz', '/metrics', '/other'].map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      return [answer.status, await answer.text()]
    })
    expect(await Promise.all(answers)).toEqual([
      [200, 'ok'],
      [503, 'the cluster is not read yet'],
      [200, 'one 1\n'],
      [404, ''],
    ])
    const second = await serveStatus({ host: '127.0.0.1', port }, PAGES)
    expect(second).toMatchObject({ ok: false, error: expect.stringContaining('EADDRINUSE') })
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
