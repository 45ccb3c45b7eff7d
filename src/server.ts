import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { isLoopback } from './auth/settings.ts'
import { VERSION } from './version.ts'

/** The Node entry: serves the app on HOST and PORT until SIGTERM or SIGINT. */

const SHUTDOWN_LIMIT_MS = 10_000
/** A caller that neither sends nor reads for so long is cut off: its request takes up room. */
const STALL_LIMIT_MS = 300_000

const host = process.env['HOST'] || '127.0.0.1'
const port = readPort(process.env['PORT'])
const app = configure()
const server = serve({ fetch: app.fetch, hostname: host, port }, (address) => {
  console.log(`berth ${VERSION} listens on http://${bracket(host)}:${address.port}`)
})

server.setTimeout(STALL_LIMIT_MS)
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') {
    fail(`port ${port} on ${host} is taken; choose another with PORT`)
  }
  if (error.code === 'EACCES') fail(`port ${port} needs more rights; choose another with PORT`)
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
    fail(`HOST ${host} is not an address of this machine`)
  }
  throw error
})

process.once('SIGTERM', stop)
process.once('SIGINT', stop)

/** Requests under way are answered; connections that stay open longer than the limit are cut. */
function stop(): void {
  server.close(() => process.exit(0))
  setTimeout(() => process.exit(0), SHUTDOWN_LIMIT_MS).unref()
}

function configure(): ReturnType<typeof createApp> {
  try {
    return createApp({
      env: process.env,
      log: (line) => process.stdout.write(`${line}\n`),
      now: () => new Date(),
      exposure: isLoopback(host) ? 'loopback' : 'network',
    })
  } catch (error) {
    if (error instanceof TypeError) fail(error.message)
    throw error
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 8787
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 65_536
  if (value > 65_535) fail(`PORT must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
  return value
}

function bracket(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

function fail(message: string): never {
  console.error(`berth: ${message}`)
  process.exit(1)
}
