import type { AuditStatus } from '../../schemas/store/preemption-record.ts'
import type { Fault } from '../api/http/fault.ts'
import { isLines, problemLine } from '../api/http/response/lines.ts'
import type { RecordOrder } from '../api/http/store/record-order.ts'
import { err, ok, type Result } from '../result.ts'
import { closing } from '../use-cases/decisions/decision-answer.ts'
import { type SpoolBudget, SpooledAnswer } from './spooled-answer.ts'
import type { FromThread } from './thread-messages.ts'

/** What the threads of a pool have in common. */
export interface SharedByThreads {
  readonly budget: SpoolBudget
  /** Whether other requests wait for a thread. */
  readonly isContended: () => boolean
}

/** What a thread says of the answer that it makes. */
export type AnswerMessage = Extract<
  FromThread,
  { kind: 'whole' | 'head' | 'chunk' | 'end' | 'tail' | 'broken' }
>

export const CRASHED: Fault = {
  code: 'internal',
  detail: 'Berth failed on this request; its log has the reason',
}

interface RequestOptions extends SharedByThreads {
  readonly requestId: string
  readonly workMs: number
  /** Records what an answer proposes, after the thread has made the rest of it. */
  readonly carryOut: (order: RecordOrder) => Promise<Result<AuditStatus, Fault>>
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
  private head: Extract<AnswerMessage, { kind: 'head' }> | null = null
  private leftMs: number
  private startedMs = 0
  private timer: NodeJS.Timeout | null = null
  /** The thread has other requests by now, or has ended; a reader may still take what it made. */
  private isOver = false
  /** The answer was given to whoever waits for it. */
  private isRead = false
  private isRefused = false

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

  receive(message: AnswerMessage): void {
    switch (message.kind) {
      case 'head': {
        const { budget, isContended } = this.options
        this.answer = new SpooledAnswer(budget, {
          onCredit: (bytes) => this.credit(bytes),
          onFull: () => this.pause(),
          onLeave: () => this.leave(),
          isContended,
        })
        this.head = message
        return message.isHeld ? undefined : this.handOver()
      }
      case 'whole': {
        const { status, headers, bytes } = message
        this.options.resolve(ok(new Response(bytes, { status, headers })))
        return this.done()
      }
      case 'chunk':
        return this.answer?.add(message.bytes)
      case 'end':
        this.answer?.end()
        return this.done()
      case 'tail':
        // What is left to do takes the store's time, not the thread's.
        this.done()
        return void this.finish(message.order)
      case 'broken':
        this.refuse(CRASHED)
        return this.done()
    }
  }

  leave(): void {
    if (this.isOver) return
    this.options.onLeave()
    this.resume()
  }

  fault(fault: Fault): void {
    this.pause()
    this.isOver = true
    this.refuse(fault)
  }

  /** Gives the answer to whoever waits for it, whole or not. */
  private handOver(): void {
    const { answer, head } = this
    if (answer === null || head === null) throw new Error('an answer starts with its head')
    const { status, headers } = head
    this.isRead = true
    this.options.resolve(ok(new Response(answer.handOver(), { status, headers })))
  }

  /** Records what the answer proposes, and closes it with how that went. */
  private async finish(order: RecordOrder): Promise<void> {
    const recorded = await this.options.carryOut(order)
    if (!recorded.ok) return this.refuse(recorded.error)
    this.answer?.add(
      new TextEncoder().encode(closing(recorded.value, this.areLines() ? 'lines' : 'json')),
    )
    this.answer?.end()
    if (this.head?.isHeld) this.handOver()
  }

  /** Who has no head yet is told; afterwards the last line says it, or a broken connection. */
  private refuse(fault: Fault): void {
    const { answer } = this
    if (this.isRefused) return
    this.isRefused = true
    if (answer !== null && this.isRead && this.areLines()) {
      answer.add(new TextEncoder().encode(problemLine(fault, this.options.requestId)))
      answer.end()
    } else {
      answer?.break()
    }
    this.options.resolve(err(fault))
  }

  private areLines(): boolean {
    return this.head !== null && isLines(new Headers(this.head.headers))
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
