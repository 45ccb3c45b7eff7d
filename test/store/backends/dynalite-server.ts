import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import dynalite from 'dynalite'

/** dynalite on a free port of the loopback. */
export async function startDynalite(): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const server = dynalite({ createTableMs: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
