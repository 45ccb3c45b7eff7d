import type { Fault } from '../api/http/problem.ts'
import { err, ok, type Result } from '../result.ts'
import { type SpoolBudget, SpooledAnswer } from './spooled-answer.ts'
import type { FromThread } from './thread-messages.ts'

/** What the threads of a pool have in common. */
export interface SharedByThreads {
  readonly budget: SpoolBudget
  /** Whether other requests wait for a thread. */
  readonly isContended: () => boolean
}

interface RequestOptions extends SharedByThreads {
  readonly workMs: number
  readonly resolve: (result: Result<Response, Fault>) => void
  readonly onCredit: (bytes: number) => void
  /** Nobody reads any more. */
  readonly onLeave: () => void
  readonly onTimeout: () => void
  /** The thread is free again. */
  readonly onDone: () => void
}

/** The request that a thread works on, from its hand-over to the end of its answer. */
export class RequestOnThread {
  private readonly options: RequestOptions
  private answer: SpooledAnswer | null = null
  private leftMs: number
  private startedMs = 0
  private timer: NodeJS.Timeout | null = null
  /** The thread has other requests by now, or has ended; a reader may still take what it made. */
  private isOver = false

  constructor(options: RequestOptions) {
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
