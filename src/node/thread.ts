import { parentPort, workerData } from 'node:worker_threads'
import type { RecordOrder } from '../api/http/store/record-order.ts'
import { createApp } from '../app.ts'
import type { Authenticator } from '../auth/authenticator.ts'
import type { Tracer } from '../tracing/trace.ts'
import { makeWasmScanner } from '../wasm/compiled-scanner.ts'
import { postFromNode } from './post.ts'
import { RemoteBatches } from './remote-batches.ts'
import { RemoteCalls } from './remote-calls.ts'
import { RemoteSnapshots } from './remote-snapshots.ts'
import { RemoteStore } from './remote-store.ts'
import {
  type BatchUse,
  type FromThread,
  type SnapshotUse,
  type StoreUse,
  type ThreadCaller,
  type ThreadData,
  type ThreadRequest,
  type ToThread,
  WHOLE_BYTES_MAX,
  WINDOW_BYTES,
} from './thread-messages.ts'

/**
 * A deciding thread: one app, one request at a time. Whatever a request costs here, the main thread
 * goes on serving connections, and can end this one.
 */

const port = parentPort
if (port === null) throw new Error('thread.ts is the entry of a worker thread')
const {
  env,
  store: storeKind,
  snapshots: snapshotsKind,
  batches: hasBatches,
  progress,
  tells,
  traces,
} = workerData as ThreadData // set by deciding-thread.ts

const steps = new Int32Array(progress)
const storeCalls = new RemoteCalls<StoreUse>((call, use) => post({ kind: 'store', call, use }))
const store = storeKind === null ? null : new RemoteStore(storeKind, storeCalls)
const snapshotCalls = new RemoteCalls<SnapshotUse>((call, use) =>
  post({ kind: 'snapshots', call, use }),
)
const batchCalls = new RemoteCalls<BatchUse>((call, use) => post({ kind: 'batches', call, use }))

let caller: ThreadCaller | null = null
/** The main thread has found out who asks, and that they may. */
const authenticator: Authenticator = {
  isConfigured: true,
  get isOpen() {
    return caller === null
  },
  get isOpenToWrite() {
    return caller === null
  },
  async identify() {
    if (caller === null) return { kind: 'none' }
    return { kind: 'caller', caller: { ...caller, roles: new Set(caller.roles) } }
  },
}

/** What the main thread records, and how much of it, is known there alone. */
const tracer: Tracer = {
  take: (span) => post({ kind: 'span', span }),
  samples: () => false,
  kind: 'internal',
}

const app = createApp({
  env,
  log: (line) => post({ kind: 'log', line }),
  logsRequests: false,
  exposure: 'loopback',
  makeScanner: makeWasmScanner,
  post: postFromNode,
  outgoing: tells && {
    types: new Set(tells),
    tell: async (events) => post({ kind: 'told', events }),
  },
  authenticator,
  store,
  snapshots: new RemoteSnapshots(snapshotsKind, snapshotCalls),
  ...(hasBatches && { batches: new RemoteBatches(batchCalls) }),
  tracer: traces ? tracer : null,
  ...(store && { recordDecisions: (...args) => store.record(...args) }),
  deferRecord: (order) => {
    deferred = order
  },
  onProgress: (phase, pod) => {
    Atomics.store(steps, 0, phase)
    Atomics.store(steps, 1, pod)
  },
})

/** What the request under way leaves to be recorded. */
let deferred: RecordOrder | null = null
let cancel = new AbortController()
let uncreditedBytes = 0
let wake: (() => void) | null = null

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'request':
      return void answer(message.request)
    case 'credit':
      uncreditedBytes -= message.bytes
      return wake?.()
    case 'cancel':
      cancel.abort()
      return wake?.()
    case 'stored':
      return storeCalls.settle(message.call, message.answer)
    case 'kept':
      return snapshotCalls.settle(message.call, message.answer)
    case 'batched':
      return batchCalls.settle(message.call, message.answer)
  }
})
post({ kind: 'ready' })

async function answer(request: ThreadRequest): Promise<void> {
  cancel = new AbortController()
  uncreditedBytes = 0
  deferred = null
  caller = request.caller
  const response = await app.request(
    new Request(`http://thread${request.target}`, {
      method: request.method,
      headers: request.headers,
      body: request.method === 'GET' || request.method === 'HEAD' ? null : bodyOf(request.body),
      signal: cancel.signal,
      duplex: 'half',
    }),
  )
  if (orderOf() === null && isSmall(response)) {
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { status } = response
    const whole: FromThread = { kind: 'whole', status, headers: [...response.headers], bytes }
    port?.postMessage(whole, [bytes.buffer])
    return
  }
  const known = orderOf()
  // Counted without what the main thread adds.
  if (known !== null) response.headers.delete('content-length')
  const isHeld = known?.isRequired ?? false
  post({ kind: 'head', status: response.status, headers: [...response.headers], isHeld })
  try {
    await send(response.body)
    const order = orderOf()
    post(order === null ? { kind: 'end' } : { kind: 'tail', order })
  } catch {
    post({ kind: 'broken' })
  }
}

/** Answers that were made whole know how long they are. */
function isSmall({ headers }: Response): boolean {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= WHOLE_BYTES_MAX
}

/** The compiler does not see that the app sets it. */
function orderOf(): RecordOrder | null {
  return deferred
}

function bodyOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks[next++]
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
}

async function send(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body === null) return
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (cancel.signal.aborted) return reader.cancel()
    // A view of a larger buffer would take that buffer along.
    const bytes = new Uint8Array(read.value)
    uncreditedBytes += bytes.length
    port?.postMessage({ kind: 'chunk', bytes } satisfies FromThread, [bytes.buffer])
    while (uncreditedBytes > WINDOW_BYTES && !cancel.signal.aborted) {
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

function post(message: FromThread): void {
  port?.postMessage(message)
}
