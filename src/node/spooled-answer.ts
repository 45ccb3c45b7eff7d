/** Unread bytes of all answers together that are kept, and of one when all together are more. */
const SPOOL_BYTES_MAX = 256_000_000
const SPOOL_BYTES_OF_ONE = 32_000_000
const SPOOL_BYTES_WHEN_FULL = 1_000_000

/** What a reader takes at least, on the average of each interval; more where a thread waits for it. */
const READ_BYTES_PER_SECOND_MIN = 20_000
const READ_BYTES_PER_SECOND_MIN_CONTENDED = 1_000_000
const CHECK_INTERVAL_MS = 5000

/** Counts the unread bytes of all answers of a process. */
export class SpoolBudget {
  private bytes = 0

  get usedBytes(): number {
    return this.bytes
  }

  take(bytes: number): void {
    this.bytes += bytes
  }

  allows(ownBytes: number): boolean {
    if (this.bytes <= SPOOL_BYTES_MAX) return ownBytes <= SPOOL_BYTES_OF_ONE
    return ownBytes <= SPOOL_BYTES_WHEN_FULL
  }
}

export interface SpoolListeners {
  /** The thread may make so many bytes more. */
  readonly onCredit: (bytes: number) => void
  /** As much is unread as may be: the thread waits. */
  readonly onFull: () => void
  /** The reader is gone, or too slow to be waited for. */
  readonly onLeave: () => void
  /** Whether other requests wait for a thread. */
  readonly isContended: () => boolean
}

/**
 * An answer that is kept while its reader takes it at its own pace, so that the thread that made it is
 * free; a reader that hardly reads is cut, since what it leaves here takes up memory.
 */
export class SpooledAnswer {
  private readonly stream: ReadableStream<Uint8Array>
  private readonly budget: SpoolBudget
  private readonly listeners: SpoolListeners
  private readonly unread: Uint8Array[] = []
  private unreadBytes = 0
  /** For which the thread has no credit yet. */
  private owedBytes = 0
  private readBytes = 0
  private isWhole = false
  private isOver = false
  private wantsMore = false
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null
  /** Runs while there is a reader. */
  private timer: NodeJS.Timeout | null = null

  constructor(budget: SpoolBudget, listeners: SpoolListeners) {
    this.budget = budget
    this.listeners = listeners
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller
        },
        pull: () => {
          this.wantsMore = true
          this.give()
        },
        cancel: () => this.leave(),
      },
      { highWaterMark: 0 },
    )
  }

  /** From now on there is a reader. */
  handOver(): ReadableStream<Uint8Array> {
    if (!this.isOver) {
      this.timer = setInterval(() => this.checkPace(), CHECK_INTERVAL_MS)
      this.timer.unref()
    }
    return this.stream
  }

  add(bytes: Uint8Array): void {
    if (this.isOver) return
    this.unread.push(bytes)
    this.unreadBytes += bytes.length
    this.budget.take(bytes.length)
    // Before there is a reader, waiting for one would be for ever.
    if (this.timer === null || this.budget.allows(this.unreadBytes)) {
      this.listeners.onCredit(bytes.length)
    } else {
      this.owedBytes += bytes.length
      this.listeners.onFull()
    }
    this.give()
  }

  end(): void {
    this.isWhole = true
    this.give()
  }

  break(): void {
    if (this.isOver) return
    this.stop()
    this.controller?.error(new Error('the answer could not be finished'))
  }

  private give(): void {
    if (!this.wantsMore || this.isOver) return
    const bytes = this.unread.shift()
    if (bytes === undefined) {
      if (!this.isWhole) return
      this.stop()
      this.controller?.close()
      return
    }
    this.wantsMore = false
    this.unreadBytes -= bytes.length
    this.readBytes += bytes.length
    this.budget.take(-bytes.length)
    this.controller?.enqueue(bytes)
    const credit = Math.min(this.owedBytes, bytes.length)
    this.owedBytes -= credit
    if (credit > 0) this.listeners.onCredit(credit)
  }

  private checkPace(): void {
    const isWaitedFor = this.owedBytes > 0 && this.listeners.isContended()
    const perSecond = isWaitedFor ? READ_BYTES_PER_SECOND_MIN_CONTENDED : READ_BYTES_PER_SECOND_MIN
    const isSlow =
      this.readBytes < Math.min((perSecond * CHECK_INTERVAL_MS) / 1000, this.unreadBytes)
    this.readBytes = 0
    if (!isSlow) return
    this.controller?.error(new Error('the answer is read too slowly'))
    this.leave()
  }

  private leave(): void {
    if (this.isOver) return
    this.stop()
    this.listeners.onLeave()
  }

  private stop(): void {
    this.isOver = true
    this.budget.take(-this.unreadBytes)
    this.unread.length = 0
    this.unreadBytes = 0
    if (this.timer !== null) clearInterval(this.timer)
  }
}
