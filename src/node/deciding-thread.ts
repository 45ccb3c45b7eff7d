import { Worker } from 'node:worker_threads'
import type { AuditStatus } from '../../schemas/store/preemption-record.ts'
import type { Fault } from '../api/http/fault.ts'
import type { OffloadedRequest } from '../api/http/offloaded-request.ts'
import { describeProgress } from '../api/http/progress.ts'
import { carryOut, type RecordOrder } from '../api/http/store/record-order.ts'
import { ANONYMOUS, type Caller } from '../auth/caller.ts'
import type { BatchesInProcess } from '../batches/in-process.ts'
import { err, ok, type Result } from '../result.ts'
import type { SnapshotPort } from '../snapshots/port.ts'
import type { RecordDecisions } from '../store/audit/records/preemptions.ts'
import type { StorePort } from '../store/port.ts'
import type { Tracer } from '../tracing/trace.ts'
import type { OutgoingPort } from '../webhooks/outgoing/port.ts'
import { useBatches } from './remote-batches.ts'
import { useSnapshots } from './remote-snapshots.ts'
import { useStore } from './remote-store.ts'
import { CRASHED, RequestOnThread, type SharedByThreads } from './request-on-thread.ts'
import type {
  BatchUse,
  FromThread,
  StoreUse,
  ThreadCaller,
  ThreadData,
  ToThread,
} from './thread-messages.ts'

export interface ThreadOptions {
  readonly env: Readonly<Record<string, string>>
  /** Null: this deployment has none. */
  readonly store: StorePort | null
  readonly recordDecisions: RecordDecisions | null
  readonly snapshots: SnapshotPort
  /** Absent: there are none. */
  readonly batches?: BatchesInProcess
  /** Who is told of decisions; absent or null: nobody. */
  readonly outgoing?: OutgoingPort | null
  readonly log: (line: string) => void
  /** Takes the spans of the thread's requests. */
  readonly tracer?: Tracer | null
  /** Work on one request, apart from waiting for its reader or for the store. */
  readonly workMs: number
  /** Heap of one thread. */
  readonly heapBytes: number
}

// The package ships JavaScript, the checkout runs TypeScript.
const ENTRY = new URL(`./thread${import.meta.url.slice(-3)}`, import.meta.url)

export interface ThreadListeners {
  /** It has started, and takes requests from now on. */
  readonly onReady: () => void
  readonly onEnd: () => void
}

/** One thread and the request that it works on. */
export class DecidingThread {
  private readonly options: ThreadOptions
  private readonly shared: SharedByThreads
  private readonly worker: Worker
  private readonly steps: Int32Array
  private readonly listeners: ThreadListeners
  private current: RequestOnThread | null = null

  constructor(options: ThreadOptions, shared: SharedByThreads, listeners: ThreadListeners) {
    this.options = options
    this.shared = shared
    this.listeners = listeners
    const progress = new SharedArrayBuffer(8)
    this.steps = new Int32Array(progress)
    const workerData: ThreadData = {
      env: options.env,
      store: options.store?.kind ?? null,
      snapshots: options.snapshots.kind,
      batches: options.batches !== undefined,
      tells: options.outgoing ? [...options.outgoing.types] : null,
      progress,
      traces: options.tracer != null,
    }
    this.worker = new Worker(ENTRY, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(options.heapBytes / 2 ** 20) },
    })
    this.worker.unref()
    this.worker.on('message', (message: FromThread) => this.receive(message))
    this.worker.on('error', (error: NodeJS.ErrnoException) => this.fail(error))
    this.worker.on('exit', () => {
      this.current?.fault(CRASHED)
      this.current = null
      listeners.onEnd()
    })
  }

  answer(request: OffloadedRequest, onDone: () => void): Promise<Result<Response, Fault>> {
    const { method, target, headers, body, caller, signal } = request
    this.steps.fill(0)
    return new Promise((resolve) => {
      const current = new RequestOnThread({
        ...this.shared,
        requestId: headers['x-request-id'] ?? '',
        workMs: this.options.workMs,
        carryOut: (order) => this.carryOut(order),
        resolve,
        onCredit: (bytes) => this.post({ kind: 'credit', bytes }),
        onLeave: () => this.post({ kind: 'cancel' }),
        onTimeout: () => this.timeOut(),
        onDone: () => {
          if (this.current === current) this.current = null
          onDone()
        },
      })
      this.current = current
      signal.addEventListener('abort', () => current.leave(), { once: true })
      const threadRequest = {
        method,
        target,
        headers,
        body,
        caller: cloneable(caller),
      }
      const buffers = body.map(({ buffer }) => buffer)
      this.post({ kind: 'request', request: threadRequest }, buffers)
    })
  }

  private receive(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        return this.listeners.onReady()
      case 'span':
        return this.options.tracer?.take(message.span)
      case 'log':
        return this.options.log(message.line)
      case 'told':
        return void this.options.outgoing?.tell(message.events)
      case 'store':
        return void this.lend('stored', message.call, async () => this.useStore(message.use))
      case 'snapshots':
        return void this.lend('kept', message.call, async () =>
          useSnapshots(this.options.snapshots, message.use),
        )
      case 'batches':
        return void this.lend('batched', message.call, async () => this.useBatches(message.use))
      default:
        return this.current?.receive(message)
    }
  }

  private useStore(use: StoreUse): Promise<unknown> {
    const { store, recordDecisions } = this.options
    if (store === null || recordDecisions === null) throw new Error('there is no store to use')
    return useStore(store, recordDecisions, use)
  }

  private useBatches(use: BatchUse): Promise<unknown> {
    const { batches } = this.options
    if (batches === undefined) throw new Error('there are no batches to use')
    return useBatches(batches, use)
  }

  /** Does for the thread what only this one can. What goes wrong here ends one request, not the process. */
  private async lend(
    kind: 'stored' | 'kept' | 'batched',
    call: number,
    use: () => Promise<unknown>,
  ): Promise<void> {
    const { current } = this
    current?.pause()
    const answer = await this.attempt(use)
    current?.resume()
    this.post({ kind, call, answer })
  }

  private async attempt<Value>(make: () => Promise<Value>): Promise<Result<Value, string>> {
    try {
      return ok(await make())
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.logError(error)
      return err(error.message)
    }
  }

  private async carryOut(order: RecordOrder): Promise<Result<AuditStatus, Fault>> {
    const { recordDecisions, log } = this.options
    const attempted = await this.attempt(async () => {
      if (recordDecisions === null) throw new Error('without a store there is nothing to record')
      return carryOut(order, recordDecisions, log, () => new Date())
    })
    return attempted.ok ? attempted.value : err(CRASHED)
  }

  private timeOut(): void {
    const seconds = this.options.workMs / 1000
    const where = describeProgress(this.steps[0] ?? 0, this.steps[1] ?? 0)
    const detail = `The request needs more than ${seconds} s of work: it was ended ${where}`
    this.current?.fault({ code: 'too-expensive', detail })
    // What it has said meanwhile is nobody's answer, and it takes no other request.
    this.current = null
    void this.worker.terminate()
  }

  private fail(error: NodeJS.ErrnoException): void {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const megabytes = Math.ceil(this.options.heapBytes / 1e6)
      const where = describeProgress(this.steps[0] ?? 0, this.steps[1] ?? 0)
      const detail = `The request needs more than ${megabytes} MB of memory: it was ended ${where}`
      this.current?.fault({ code: 'too-expensive', detail })
      return
    }
    this.logError(error)
  }

  private logError({ name, message, stack }: Error): void {
    this.options.log(JSON.stringify({ level: 'error', name, message, stack }))
  }

  private post(message: ToThread, buffers: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, buffers)
  }
}

function cloneable(caller: Caller): ThreadCaller | null {
  return caller === ANONYMOUS ? null : { ...caller, roles: [...caller.roles] }
}
