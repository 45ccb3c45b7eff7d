import type { OutboundAnswer, OutboundFailure, Post } from '../../outbound/post.ts'
import { err, type Result } from '../../result.ts'
import type { Runtime } from '../../store/runtime.ts'
import type { WebhookEvent } from './decided-events.ts'
import type { DeadLetter, DeliveryState } from './delivery-state.ts'
import type { OutgoingPort } from './port.ts'
import { type OutgoingSettings, readOutgoingSettings } from './settings.ts'
import { signedHeaders } from './sign.ts'

/** How long, and how often, a receiver is waited for. */
export interface DeliveryRules {
  readonly attemptsMax: number
  /** Twice as long after each attempt, and anywhere below that. */
  readonly backoffMs: number
  readonly backoffMaxMs: number
  /** Of one message with all its attempts and waits. */
  readonly wholeMs: number
}

/** About an hour in all; a receiver may ask for longer waits. */
export const PATIENT: DeliveryRules = {
  attemptsMax: 12,
  backoffMs: 2_000,
  backoffMaxMs: 2 * 3_600_000,
  wholeMs: Number.POSITIVE_INFINITY,
}

/** While a platform lets work go on after an answer: Workers do for 30 s. */
export const BRIEF: DeliveryRules = {
  attemptsMax: 3,
  backoffMs: 1_000,
  backoffMaxMs: 4_000,
  wholeMs: 25_000,
}

const TIMEOUT_MS = 10_000
const AT_ONCE_MAX = 4
/** Messages that wait, and what they hold. */
const PENDING_MAX = 1_000
const PENDING_CHARS_MAX = 32_000_000
const DEAD_MAX = 200
const DEAD_CHARS_MAX = 8_000_000
const ANSWER_BYTES_MAX = 65_536
const RETRY_AFTER_MAX_SECONDS = 3_600
const GONE = 410

interface Message {
  readonly id: string
  readonly type: WebhookEvent['type']
  readonly time: string
  readonly body: string
}

interface DeliveriesOptions {
  readonly settings: OutgoingSettings
  readonly post: Post
  readonly runtime: Runtime
  readonly log: (line: string) => void
  readonly rules: DeliveryRules
}

/** As the environment says; null: there is no receiver. */
export function deliveriesFromEnv(
  env: Readonly<Record<string, string | undefined>>,
  options: Omit<DeliveriesOptions, 'settings'>,
): Deliveries | null {
  const settings = readOutgoingSettings(env)
  return settings === null ? null : new Deliveries({ ...options, settings })
}

/** Posts events to the receiver until it takes them, or they are given up. Kept in memory alone. */
export class Deliveries implements OutgoingPort {
  private readonly options: DeliveriesOptions
  private readonly receiver: string
  private readonly waiting: (() => void)[] = []
  private readonly deadLetters: DeadLetter[] = []
  private atOnce = 0
  private pending = 0
  private pendingChars = 0
  private deadChars = 0
  private delivered = 0
  private dead = 0
  private isGone = false

  constructor(options: DeliveriesOptions) {
    this.options = options
    this.receiver = new URL(options.settings.url).origin
  }

  get types(): OutgoingPort['types'] {
    return this.options.settings.types
  }

  /** Settles, without ever failing, once all are delivered or given up; no answer waits for it. */
  async tell(events: readonly WebhookEvent[]): Promise<void> {
    await Promise.all(events.map((event) => this.deliver(this.messageOf(event))))
  }

  state(): DeliveryState {
    const { receiver, isGone, pending, delivered, dead, deadLetters } = this
    return { receiver, isGone, pending, delivered, dead, deadLetters }
  }

  private messageOf({ type, decidedBy, pods }: WebhookEvent): Message {
    const { now, randomId } = this.options.runtime
    const id = `msg_${randomId()}`
    const time = now().toISOString()
    return { id, type, time, body: JSON.stringify({ type, time, ...decidedBy, pods }) }
  }

  private async deliver(message: Message): Promise<void> {
    const { length } = message.body
    if (this.isGone) return this.giveUp(message, 0, 'the receiver is gone')
    if (this.pending >= PENDING_MAX || this.pendingChars + length > PENDING_CHARS_MAX) {
      return this.giveUp(message, 0, 'too much is waiting already')
    }
    this.pending++
    this.pendingChars += length
    await this.attemptAll(message)
    this.pending--
    this.pendingChars -= length
  }

  private async attemptAll(message: Message): Promise<void> {
    const { rules, runtime } = this.options
    const endMs = runtime.now().getTime() + rules.wholeMs
    for (let attempt = 1; ; attempt++) {
      const answer = await this.attempt(message, endMs)
      if (answer.ok && answer.value.status >= 200 && answer.value.status < 300) {
        this.delivered++
        return
      }
      const reason = answer.ok ? `it answers ${answer.value.status}` : answer.error.message
      this.isGone ||= answer.ok && answer.value.status === GONE
      const isHopeless = !answer.ok && answer.error.kind === 'refused'
      const waitMs = this.waitMs(attempt, answer)
      const isLast = attempt >= rules.attemptsMax || runtime.now().getTime() + waitMs >= endMs
      if (this.isGone || isHopeless || isLast) return this.giveUp(message, attempt, reason)
      await runtime.sleep(waitMs)
      // Meanwhile another message may have found it gone.
      if (this.isGone) return this.giveUp(message, attempt, 'the receiver is gone')
    }
  }

  /** Signed anew, so that a receiver takes what comes late for late, not for old. */
  private async attempt(
    message: Message,
    endMs: number,
  ): Promise<Result<OutboundAnswer, OutboundFailure>> {
    const { settings, post, runtime } = this.options
    await this.takeTurn()
    try {
      const nowMs = runtime.now().getTime()
      const timeoutMs = Math.min(TIMEOUT_MS, endMs - nowMs)
      if (timeoutMs <= 0) return err({ kind: 'timeout', message: 'others took all the time' })
      const timestampSeconds = Math.floor(nowMs / 1000)
      const { id, body } = message
      const signed = await signedHeaders({ id, timestampSeconds, body }, settings.keys)
      return await post({
        url: settings.url,
        headers: { 'content-type': 'application/json', 'user-agent': 'berth', ...signed },
        body,
        timeoutMs,
        answerBytesMax: ANSWER_BYTES_MAX,
        mayBePrivate: settings.mayBePrivate,
      })
    } finally {
      this.atOnce--
      this.waiting.shift()?.()
    }
  }

  private async takeTurn(): Promise<void> {
    while (this.atOnce >= AT_ONCE_MAX) {
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
    this.atOnce++
  }

  private waitMs(attempt: number, answer: Result<OutboundAnswer, OutboundFailure>): number {
    const { rules, runtime } = this.options
    const asked = Number((answer.ok && answer.value.headers['retry-after']) || 0)
    const longest = Math.min(rules.backoffMaxMs, rules.backoffMs * 2 ** (attempt - 1))
    // From half of it on: those that failed together do not come back together.
    const backoffMs = longest / 2 + (runtime.random() * longest) / 2
    if (!(asked > 0)) return backoffMs
    return Math.max(
      backoffMs,
      Math.min(asked, RETRY_AFTER_MAX_SECONDS, rules.backoffMaxMs / 1000) * 1000,
    )
  }

  private giveUp({ id, type, time, body }: Message, attempts: number, reason: string): void {
    this.dead++
    this.deadLetters.push({ id, type, time, attempts, reason, body })
    this.deadChars += body.length
    while (this.deadLetters.length > DEAD_MAX || this.deadChars > DEAD_CHARS_MAX) {
      this.deadChars -= this.deadLetters.shift()?.body.length ?? 0
    }
    const message = 'a message of the outgoing webhook was given up'
    const line = { time: this.options.runtime.now().toISOString(), level: 'warn', message }
    const { receiver } = this
    this.options.log(JSON.stringify({ ...line, id, type, receiver, attempts, reason }))
  }
}
