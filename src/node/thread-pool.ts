import { Worker } from 'node:worker_threads'
import type { OffloadedRequest } from '../api/http/offload.ts'
import type { Fault } from '../api/http/problem.ts'
import { describeProgress } from '../api/http/progress.ts'
import { ANONYMOUS, type Caller } from '../auth/caller.ts'
import { err, ok, type Result } from '../result.ts'
import type { RecordDecisions } from '../store/audit/preemptions.ts'
import type { StorePort } from '../store/port.ts'
import { useStore } from './remote-store.ts'
import { SpoolBudget, SpooledAnswer } from './spooled-answer.ts'
import type { FromThread, ThreadCaller, ThreadData, ToThread } from './thread-messages.ts'

export interface PoolOptions {
  readonly env: Readonly<Record<string, string>>
  /** Null: this deployment has none. */
  readonly store: StorePort | null
  readonly recordDecisions: RecordDecisions | null
  readonly log: (line: string) => void
  readonly threads: number
  /** Work on one request, apart from waiting for its reader or for the store. */
  readonly workMs: number
  /** Heap of one thread. */
  readonly heapBytes: number
}

/** Requests that wait for a thread, in all and of one client. */
const WAITING_MAX = 512
const WAITING_OF_CLIENT_MAX = 128
const RETRY_SECONDS = 5

// The package ships JavaScript, the checkout runs TypeScript.
const ENTRY = new URL(`./thread${import.meta.url.slice(-3)}`, import.meta.url)

/**
 * Threads that decide, one request each at a time. A request that takes too long or too much memory
 * ends its thread and nothing else; requests wait by client, so that one with many waits for itself.
 */
export class ThreadPool {
  private readonly options: PoolOptions
  private readonly idle: Thread[] = []
  private readonly all = new Set<Thread>()
  private readonly waiting = new Map<string, Job[]>()
  private waitingCount = 0
  private isClosed = false
  private readonly shared: Shared = {
    budget: new SpoolBudget(),
    isContended: () => this.waitingCount > 0,
  }

  constructor(options: PoolOptions) {
    this.options = options
    for (let count = 0; count < options.threads; count++) this.start()
  }

  /** Answers a request on the next free thread. */
  answer(request: OffloadedRequest): Promise<Result<Response, Fault>> {
    const own = this.waiting.get(request.client) ?? []
    const thread = this.idle.pop()
    if (thread !== undefined) return this.run(thread, request)
    if (this.waitingCount >= WAITING_MAX || own.length >= WAITING_OF_CLIENT_MAX) {
      const detail = 'Too many requests wait for their turn'
      return Promise.resolve(
        err({ code: 'rate-limited', detail, retryAfterSeconds: RETRY_SECONDS }),
      )
    }
    return new Promise((resolve) => {
      own.push({ request, resolve })
      this.waiting.set(request.client, own)
      this.waitingCount++
    })
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all([...this.all].map((thread) => thread.end()))
  }

  private start(): void {
    const thread: Thread = new Thread(this.options, this.shared, (ended) => {
      this.all.delete(thread)
      this.remove(thread)
      if (!this.isClosed && ended === 'unexpected') this.start()
    })
    this.all.add(thread)
    this.free(thread)
  }

  private remove(thread: Thread): void {
    const at = this.idle.indexOf(thread)
    if (at >= 0) this.idle.splice(at, 1)
  }

  private async run(thread: Thread, request: OffloadedRequest): Promise<Result<Response, Fault>> {
    return thread.answer(request, () => {
      if (this.all.has(thread)) this.free(thread)
    })
  }

  /** The next request is of the client that waits longest since its last turn. */
  private free(thread: Thread): void {
    for (;;) {
      const [client] = this.waiting.keys()
      if (client === undefined) return void this.idle.push(thread)
      const own = this.waiting.get(client) ?? []
      const job = own.shift()
      this.waiting.delete(client)
      if (own.length > 0) this.waiting.set(client, own)
      if (job === undefined) continue
      this.waitingCount--
      if (job.request.signal.aborted) {
        job.resolve(ok(new Response(null, { status: 499 })))
        continue
      }
      return void this.run(thread, job.request).then(job.resolve)
    }
  }
}

interface Job {
  readonly request: OffloadedRequest
  readonly resolve: (result: Result<Response, Fault>) => void
}

/** What the threads of a pool have in common. */
type Shared = Pick<CurrentOptions, 'budget' | 'isContended'>

/** One thread and the request that it works on. */
class Thread {
  private readonly options: PoolOptions
  private readonly shared: Shared
  private readonly worker: Worker
  private readonly steps: Int32Array
  private current: Current | null = null
  private isEnding = false

  constructor(
    options: PoolOptions,
    shared: Shared,
    onEnd: (ended: 'meant' | 'unexpected') => void,
  ) {
    this.options = options
    this.shared = shared
    const progress = new SharedArrayBuffer(8)
    this.steps = new Int32Array(progress)
    const workerData: ThreadData = {
      env: options.env,
      store: options.store?.kind ?? null,
      progress,
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
      onEnd(this.isEnding ? 'meant' : 'unexpected')
    })
  }

  answer(request: OffloadedRequest, onDone: () => void): Promise<Result<Response, Fault>> {
    const { method, target, headers, body, caller, signal } = request
    this.steps.fill(0)
    return new Promise((resolve) => {
      const current = new Current({
        ...this.shared,
        workMs: this.options.workMs,
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

  async end(): Promise<void> {
    this.isEnding = true
    await this.worker.terminate()
  }

  private receive(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        return
      case 'log':
        return this.options.log(message.line)
      case 'store':
        return void this.useStore(message)
      default:
        return this.current?.receive(message)
    }
  }

  private async useStore({ call, use }: Extract<FromThread, { kind: 'store' }>): Promise<void> {
    const { current } = this
    const { store, recordDecisions } = this.options
    if (store === null || recordDecisions === null) return
    current?.pause()
    const result = await useStore(store, recordDecisions, use)
    current?.resume()
    this.post({ kind: 'stored', call, result })
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
    const { code, name, message, stack } = error
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const megabytes = Math.ceil(this.options.heapBytes / 1e6)
      const where = describeProgress(this.steps[0] ?? 0, this.steps[1] ?? 0)
      const detail = `The request needs more than ${megabytes} MB of memory: it was ended ${where}`
      this.current?.fault({ code: 'too-expensive', detail })
      return
    }
    this.options.log(JSON.stringify({ level: 'error', name, message, stack }))
  }

  private post(message: ToThread, buffers: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, buffers)
  }
}

function cloneable(caller: Caller): ThreadCaller | null {
  return caller === ANONYMOUS ? null : { ...caller, roles: [...caller.roles] }
}

const CRASHED: Fault = {
  code: 'internal',
  detail: 'Berth failed on this request; its log has the reason',
}

interface CurrentOptions {
  readonly workMs: number
  readonly budget: SpoolBudget
  readonly isContended: () => boolean
  readonly resolve: (result: Result<Response, Fault>) => void
  readonly onCredit: (bytes: number) => void
  /** Nobody reads any more. */
  readonly onLeave: () => void
  readonly onTimeout: () => void
  /** The thread is free again. */
  readonly onDone: () => void
}

/** The request that a thread works on, from its hand-over to the end of its answer. */
class Current {
  private readonly options: CurrentOptions
  private answer: SpooledAnswer | null = null
  private leftMs: number
  private startedMs = 0
  private timer: NodeJS.Timeout | null = null
  /** The thread has other requests by now, or has ended; a reader may still take what it made. */
  private isOver = false

  constructor(options: CurrentOptions) {
    this.options = options
    this.leftMs = options.workMs
    this.resume()
  }

  /** The thread waits for somebody else. */
  pause(): void {
    if (this.timer === null) return
    clearTimeout(this.timer)
    this.timer = null
    this.leftMs -= performance.now() - this.startedMs
  }

  resume(): void {
    if (this.isOver || this.timer !== null) return
    this.startedMs = performance.now()
    this.timer = setTimeout(() => this.options.onTimeout(), Math.max(0, this.leftMs))
  }

  receive(message: Extract<FromThread, { kind: 'head' | 'chunk' | 'end' | 'broken' }>): void {
    switch (message.kind) {
      case 'head': {
        const { budget, isContended } = this.options
        this.answer = new SpooledAnswer(budget, {
          onCredit: (bytes) => this.credit(bytes),
          onFull: () => this.pause(),
          onLeave: () => this.leave(),
          isContended,
        })
        const { status, headers } = message
        return this.options.resolve(ok(new Response(this.answer.stream, { status, headers })))
      }
      case 'chunk':
        return this.answer?.add(message.bytes)
      case 'end':
        this.answer?.end()
        return this.done()
      case 'broken':
        this.answer?.break()
        return this.done()
    }
  }

  leave(): void {
    if (this.isOver) return
    this.options.onLeave()
    this.resume()
  }

  /** Before the head is out the caller is told; afterwards only a broken connection can say it. */
  fault(fault: Fault): void {
    this.pause()
    this.isOver = true
    if (this.answer === null) this.options.resolve(err(fault))
    else this.answer.break()
  }

  private credit(bytes: number): void {
    if (this.isOver) return
    this.resume()
    this.options.onCredit(bytes)
  }

  private done(): void {
    this.pause()
    this.isOver = true
    this.options.onDone()
  }
}
