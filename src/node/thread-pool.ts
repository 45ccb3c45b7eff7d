import type { Fault } from '../api/http/fault.ts'
import type { OffloadedRequest } from '../api/http/offloaded-request.ts'
import { CALLER_GONE } from '../api/http/response/respond-stream.ts'
import { err, ok, type Result } from '../result.ts'
import { DecidingThread, type ThreadOptions } from './deciding-thread.ts'
import type { SharedByThreads } from './request-on-thread.ts'
import { SpoolBudget } from './spooled-answer.ts'

export interface PoolOptions extends ThreadOptions {
  readonly threads: number
}

/** What a pool is at. */
export interface PoolState {
  readonly threads: number
  readonly busy: number
  readonly waiting: number
  /** Ended since the start, by the time or memory that they took or by a failure. */
  readonly ended: number
  readonly spooledBytes: number
}

/** Requests that wait for a thread, in all and of one client. */
const WAITING_MAX = 512
const WAITING_OF_CLIENT_MAX = 128
const RETRY_SECONDS = 5
/** After a thread that could not even start: what it lacks may come back. */
const RESTART_DELAY_MS = 1000

/**
 * Threads that decide, one request each at a time. A request that takes too long or too much memory
 * ends its thread and nothing else; requests wait by client, so that one with many waits for itself.
 */
export class ThreadPool {
  private readonly options: PoolOptions
  private readonly idle: DecidingThread[] = []
  private readonly waiting = new Map<string, Job[]>()
  private waitingCount = 0
  private startedCount = 0
  private endedCount = 0
  private readonly shared: SharedByThreads = {
    budget: new SpoolBudget(),
    isContended: () => this.waitingCount > 0,
  }

  constructor(options: PoolOptions) {
    this.options = options
    for (let count = 0; count < options.threads; count++) this.start()
  }

  /** Answers a request on the next free thread. */
  answer(request: OffloadedRequest): Promise<Result<Response, Fault>> {
    const { client, signal } = request
    if (signal.aborted) return Promise.resolve(ok(answerForNobody()))
    const thread = this.idle.pop()
    if (thread !== undefined) return this.run(thread, request)
    const own = this.waiting.get(client) ?? []
    if (this.waitingCount >= WAITING_MAX || own.length >= WAITING_OF_CLIENT_MAX) {
      const detail = 'Too many requests wait for their turn'
      return Promise.resolve(
        err({ code: 'rate-limited', detail, retryAfterSeconds: RETRY_SECONDS }),
      )
    }
    return new Promise((resolve) => {
      const job = { request, resolve }
      own.push(job)
      this.waiting.set(client, own)
      this.waitingCount++
      signal.addEventListener('abort', () => this.forget(job), { once: true })
    })
  }

  state(): PoolState {
    const { startedCount: threads, waitingCount: waiting, endedCount: ended } = this
    const { usedBytes: spooledBytes } = this.shared.budget
    return { threads, busy: threads - this.idle.length, waiting, ended, spooledBytes }
  }

  /** What starting costs is no request's work, so a thread gets its first one when it is ready. */
  private start(): void {
    let isReady = false
    const thread = new DecidingThread(this.options, this.shared, {
      onReady: () => {
        isReady = true
        this.startedCount++
        this.free(thread)
      },
      onEnd: () => {
        const at = this.idle.indexOf(thread)
        if (at >= 0) this.idle.splice(at, 1)
        this.endedCount++
        if (isReady) {
          this.startedCount--
          this.start()
        } else setTimeout(() => this.start(), RESTART_DELAY_MS).unref()
      },
    })
  }

  private run(thread: DecidingThread, request: OffloadedRequest): Promise<Result<Response, Fault>> {
    return thread.answer(request, () => this.free(thread))
  }

  /** The next request is of the client that waits longest since its last turn. */
  private free(thread: DecidingThread): void {
    const [turn] = this.waiting
    if (turn === undefined) return void this.idle.push(thread)
    const [client, own] = turn
    const job = own.shift()
    this.waiting.delete(client)
    if (own.length > 0) this.waiting.set(client, own)
    if (job === undefined) return this.free(thread)
    this.waitingCount--
    void this.run(thread, job.request).then(job.resolve)
  }

  /** Its caller has left before a thread was free, so it takes up nobody's place. */
  private forget(job: Job): void {
    const { client } = job.request
    const own = this.waiting.get(client) ?? []
    const at = own.indexOf(job)
    if (at < 0) return
    own.splice(at, 1)
    if (own.length === 0) this.waiting.delete(client)
    this.waitingCount--
    job.resolve(ok(answerForNobody()))
  }
}

interface Job {
  readonly request: OffloadedRequest
  readonly resolve: (result: Result<Response, Fault>) => void
}

function answerForNobody(): Response {
  return new Response(null, { status: CALLER_GONE })
}
