import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { loadShippedDocument } from './api/docs/load-document.ts'
import { clientOfAddress } from './api/http/limits/client-address.ts'
import { limitsFromEnv } from './api/http/limits/limits.ts'
import type { Offload } from './api/http/offloaded-request.ts'
import { type AppOptions, createApp } from './app.ts'
import { isLoopback } from './auth/settings.ts'
import { BatchesInProcess } from './batches/in-process.ts'
import { Metrics } from './node/metrics.ts'
import { postFromNode } from './node/post.ts'
import { readExplorer } from './node/read-explorer.ts'
import { refuseConnection, refuseHttp } from './node/refuse-http.ts'
import { ThreadPool } from './node/thread-pool.ts'
import { readThreadSettings } from './node/thread-settings.ts'
import { readTlsSettings } from './node/tls-settings.ts'
import { readPersistence } from './persistence.ts'
import { MemorySnapshots } from './snapshots/memory.ts'
import { readSnapshotSettings } from './snapshots/settings.ts'
import { platformRuntime } from './store/runtime.ts'
import { OtlpExporter } from './tracing/otlp-exporter.ts'
import { readTracingSettings } from './tracing/settings.ts'
import type { Tracer } from './tracing/trace.ts'
import { VERSION } from './version.ts'
import { makeWasmScanner } from './wasm/compiled-scanner.ts'
import { deliveriesFromEnv, PATIENT } from './webhooks/outgoing/deliveries.ts'

/**
 * The Node entry: serves the app on HOST and PORT until SIGTERM or SIGINT. Connections are served on
 * this thread, requests with a cluster are answered on others.
 */

const SHUTDOWN_LIMIT_MS = 10_000
const HEADERS_LIMIT_MS = 20_000
/** A connection on which nothing moves for so long is cut; bodies and answers have limits of their own. */
const STALL_LIMIT_MS = 120_000

/** Threads get limits and the like: who may ask, and the store, are this thread's business. */
const FOR_THREADS = /^((BERTH|EXTENDER|ADMISSION)_|EXTENDERS)/
const MAIN_ONLY = /^(BERTH_(AUDIT|TOKENS|JW|STORE|TABLE|OPEN|RATE|TLS)|EXTENDER_API)/

const host = process.env['HOST'] || '127.0.0.1'
const port = readPort(process.env['PORT'])
const exporter = orFail(() => readExporter(process.env))
const [app, tls] = orFail(() => [build(), readTlsSettings(process.env)] as const)
const listener = getRequestListener(app.fetch, {
  hostname: host,
  // What is no request to begin with, such as one with an invalid Host.
  errorHandler: (error) => {
    if (error instanceof RequestError) return refuseHttp('malformed-http', error.message)
    throw error
  },
})
const answer: RequestListener = (incoming, outgoing) => void listener(incoming, outgoing)
const headersTimeout = HEADERS_LIMIT_MS
const server =
  tls === null
    ? createServer({ headersTimeout }, answer)
    : createSecureServer({ ...tls, headersTimeout }, answer)

server.setTimeout(STALL_LIMIT_MS)
server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? refuseConnection('headers-too-large', 'The headers are longer than 16 kB')
      : refuseConnection('malformed-http', 'This is not an HTTP request')
  socket.end(refusal)
})
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
server.listen(port, host, () => {
  const { port: bound } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const scheme = tls === null ? 'http' : 'https'
  console.log(`berth ${VERSION} listens on ${scheme}://${bracket(host)}:${bound}`)
})

process.once('SIGTERM', stop)
process.once('SIGINT', stop)

/** Requests under way are answered; connections that stay open longer than the limit are cut. */
function stop(): void {
  server.close(() => void (exporter?.flush() ?? Promise.resolve()).finally(() => process.exit(0)))
  setTimeout(() => process.exit(0), SHUTDOWN_LIMIT_MS).unref()
}

function orFail<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError) fail(error.message)
    throw error
  }
}

function readExporter(env: NodeJS.ProcessEnv): OtlpExporter | null {
  const settings = readTracingSettings(env)
  return settings === null ? null : new OtlpExporter({ settings, fetch, log })
}

function tracerOf(to: OtlpExporter | null): Tracer | null {
  if (to === null) return null
  return { take: (span) => to.add(span), samples: () => to.samples(), kind: 'server' }
}

function log(line: string): void {
  process.stdout.write(`${line}\n`)
}

function build() {
  const { env } = process
  const tracer = tracerOf(exporter)
  const exposure = isLoopback(host) ? 'loopback' : 'network'
  const settings = readThreadSettings(env)
  const { workMs } = limitsFromEnv(env)
  const makeScanner = makeWasmScanner
  const loadDynamodb = () => import('./store/dynamodb/store.ts')
  const runtime = platformRuntime
  const persistence = readPersistence({ env, exposure, runtime, loadDynamodb })
  let threads: ThreadPool | null = null
  const metrics = new Metrics(() => threads?.state() ?? null)
  const onAnswer: AppOptions['onAnswer'] = (answered) => metrics.answered(answered)
  const post = postFromNode
  const deliveries = deliveriesFromEnv(env, { post, runtime, log, rules: PATIENT })
  const batches = new BatchesInProcess(settings.threads, log)
  const common = {
    env,
    log,
    deliveries,
    persistence,
    tracer,
    batches,
    clientOf: addressOf,
    makeScanner,
    post,
    onAnswer,
    loadExplorer: readExplorer,
    loadDocument: loadShippedDocument,
  }
  if (settings.threads === 0) return withMetrics(createApp(common), metrics)
  const { store, recordDecisions } = persistence
  const snapshots = new MemorySnapshots(readSnapshotSettings(env), () => new Date())
  const poolEnv = envOfThreads(env)
  const pool = {
    outgoing: deliveries,
    ...settings,
    env: poolEnv,
    store,
    recordDecisions,
    snapshots,
    batches,
    log,
    workMs,
    tracer,
  }
  const made = new ThreadPool(pool)
  threads = made
  const offload: Offload = (request) => made.answer(request)
  return withMetrics(createApp({ ...common, snapshots, offload }), metrics)
}

/** Served where only this machine can ask, else where BERTH_METRICS=true says that anybody may. */
function withMetrics(served: ReturnType<typeof createApp>, metrics: Metrics) {
  if (!isLoopback(host) && process.env['BERTH_METRICS'] !== 'true') return served
  return served.get('/metrics', (c) =>
    c.body(metrics.write(), 200, { 'Content-Type': 'text/plain; version=0.0.4' }),
  )
}

function envOfThreads(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && FOR_THREADS.test(name) && !MAIN_ONLY.test(name)
      ? [[name, value] as const]
      : [],
  )
  return Object.fromEntries(entries)
}

function addressOf(c: Context): string {
  const { incoming } = c.env as HttpBindings // what the listener above gives
  return clientOfAddress(incoming.socket.remoteAddress ?? '')
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
