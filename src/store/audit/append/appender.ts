import { err, ok, type Result } from '../../../result.ts'
import { unavailable } from '../../port.ts'
import { type Checkpoint, type Head, signCheckpoint } from '../checkpoints/checkpoint.ts'
import { broken, type LogFailure } from '../fault.ts'
import { type AuditLog, logTime } from '../log.ts'
import { searchChain, WINDOW } from '../lookup/search.ts'
import { hasRecent, noteBatch } from '../memory.ts'
import { toItem } from '../records/batch.ts'
import { extend } from '../records/head.ts'
import { type AuditRecord, type Draft, keyOf } from '../records/record.ts'
import { choose, placeAll } from './compose.ts'
import { follow, glance, lookForCheckpoint } from './follow.ts'
import { lookIntoInbox, offer, readOffers } from './inbox.ts'
import type { Offer } from './offer.ts'
import { settle } from './settle.ts'
import { fail, recognise, release, releaseLate, type Waiting } from './waiting.ts'

/** So long after the last sign of others their offers are still looked for before each batch. */
const RIVALS_MS = 5000

/** How often the inbox is looked into while nobody else is known. */
const LOOK_MS = 100

/** What was seen in the inbox so long ago is as good as seen now. */
const FRESH_MS = 20

/** Who has no more rivals than this knows all offers from a first look. */
const FIRST_OFFERS = 8

/** How often one looks whether a longer waiting one has appended, before doing it for him. */
const PATIENCE = 6
const CALL_MS_MIN = 4

/** Longer queues only make the callers at their end wait longer. */
const QUEUE_MAX = 20_000

/**
 * Brings what waits into the chain, in rounds: look where the chain ends, take along what others
 * offer, put one batch there on the condition that nothing is. Whoever loses the place offers his
 * records for the next one; so each round serves everybody, however many write.
 */
export class Appender {
  readonly #log: AuditLog
  #queue: Waiting[] = []
  #isRunning = false
  /** Rounds in a row that somebody else was faster. */
  #losses = 0
  #lookedAtMs = 0

  constructor(log: AuditLog) {
    this.#log = log
  }

  /** Resolves once all of it is recorded and settled, or cannot be. */
  append(waiting: Omit<Waiting, 'end' | 'crash'>): Promise<Result<null, LogFailure>> {
    return new Promise((end, crash) => {
      if (this.#queue.length >= QUEUE_MAX) {
        end(err(unavailable(`${QUEUE_MAX} others wait to be recorded`, 5)))
        return
      }
      this.#queue.push(Object.assign(waiting, { end, crash }))
      if (!this.#isRunning) this.#run().catch((bug: unknown) => this.#crash(bug))
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      for (;;) {
        const size = this.#log.memory.head?.end.size ?? 0
        this.#queue = releaseLate(this.#queue, this.#nowMs(), size)
        if (this.#queue.length === 0) return
        const round = await this.#round()
        if (round.ok) continue
        fail(this.#queue, round.error)
        this.#queue = []
      }
    } finally {
      this.#isRunning = false
    }
  }

  #crash(bug: unknown): void {
    for (const { crash } of this.#queue) crash(bug)
    this.#queue = []
  }

  /** One attempt to append; an error ends it for all that wait. */
  async #round(): Promise<Result<null, LogFailure>> {
    const { memory } = this.#log
    const searched = await this.#search()
    if (!searched.ok) return searched
    const { head } = memory
    if (head === null) throw new Error('who waits has claimed, and who claims knows the head')
    const offers = await this.#offersAt(head)
    if (!offers.ok) return offers
    if (offers.value === null || memory.head !== head) return ok(null)
    const settled = await settle(this.#log)
    if (!settled.ok) return settled
    return this.#put(memory.head, offers.value)
  }

  /** Looks whether those that were claimed long ago are recorded by now. */
  async #search(): Promise<Result<null, LogFailure>> {
    for (const waiting of this.#queue) {
      if (this.#isAbsent(waiting)) continue
      const { absentThrough, drafts } = waiting
      const until = absentThrough + WINDOW
      const found = await searchChain(this.#log, absentThrough, until, drafts.map(keyOf))
      if (!found.ok) return found
      recognise([waiting], [...found.value.records.values()])
      waiting.absentThrough = found.value.through
    }
    this.#queue = release(this.#queue)
    return ok(null)
  }

  /** Whether nothing of it is in the chain up to the head, as far as this process remembers. */
  #isAbsent(waiting: Waiting): boolean {
    const { memory } = this.#log
    if (hasRecent(memory, waiting.absentThrough, waiting.drafts.map(keyOf)) !== false) return false
    waiting.absentThrough = Math.max(waiting.absentThrough, memory.head?.end.size ?? 0)
    return true
  }

  /** Null: the chain went on meanwhile. */
  async #offersAt(head: Head): Promise<Result<readonly Offer[] | null, LogFailure>> {
    const { memory } = this.#log
    const { size } = head.end
    const nowMs = this.#nowMs()
    if (this.#losses === 0) {
      const { inbox } = memory
      if (inbox?.size === size && nowMs - inbox.atMs <= FRESH_MS) return ok(inbox.offers)
      if (!this.#hasRivals() && nowMs - (inbox?.atMs ?? 0) < LOOK_MS) return ok([])
      return lookIntoInbox(this.#log, size)
    }
    const mine = await this.#offerOwn(size)
    if (!mine.ok) return mine
    const [first, checkpoint] = await Promise.all([
      readOffers(this.#log, size, FIRST_OFFERS),
      lookForCheckpoint(this.#log),
    ])
    if (!first.ok) return first
    if (!checkpoint.ok) return checkpoint
    const [oldest] = first.value
    if (oldest !== undefined && oldest.ticket < mine.value) {
      const moved = await this.#waitFor(head)
      if (!moved.ok) return moved
      if (moved.value) return ok(null)
    } else if (first.value.length < FIRST_OFFERS) {
      return first
    }
    return lookIntoInbox(this.#log, size)
  }

  /**
   * Somebody has waited longer and is about to append; what is offered here is there for him to
   * take. Where he does not, he is dead or slow, and one of those who wait does it for all.
   */
  async #waitFor(head: Head): Promise<Result<boolean, LogFailure>> {
    const { memory, runtime } = this.#log
    const callMs = this.#callMs()
    const polls = PATIENCE * (1 + runtime.random())
    for (let poll = 0; poll < polls; poll++) {
      await runtime.sleep(callMs * (0.5 + runtime.random()))
      const glanced = await glance(this.#log)
      if (!glanced.ok) return glanced
      if (!glanced.value) continue
      const looked = await this.#look()
      return looked.ok ? ok(memory.head !== head) : looked
    }
    return ok(false)
  }

  /** Offers what is ready for the place behind record `size`; the ticket tells whose it is. */
  async #offerOwn(size: number): Promise<Result<string, LogFailure>> {
    const ready = this.#queue.filter((waiting) => this.#isAbsent(waiting))
    const drafts = choose(
      ready.flatMap((waiting) => waiting.drafts),
      [],
    )
    this.#doubt(drafts)
    const ticket = this.#queue[0]?.ticket ?? ''
    const put = await offer(this.#log, size, ticket, drafts)
    // A conflict: the same was offered for this place before.
    return put.ok || put.error.kind === 'conflict' ? ok(ticket) : err(put.error)
  }

  /** From now on nobody can say that these are not recorded without having looked. */
  #doubt(drafts: readonly Draft[]): void {
    const keys = new Set(drafts.map(keyOf))
    for (const waiting of this.#queue) {
      if (waiting.drafts.some((draft) => keys.has(keyOf(draft)))) waiting.mayBeRecorded = true
    }
  }

  async #put(head: Head, offers: readonly Offer[]): Promise<Result<null, LogFailure>> {
    const { store, cluster, keys, retentionSeconds } = this.#log
    // Checked with the put, in one breath: others of this process may have appended meanwhile.
    const ready = this.#queue.filter((waiting) => this.#isAbsent(waiting))
    const own = ready.flatMap((waiting) => waiting.drafts)
    if (own.length === 0) return ok(null)
    const drafts = choose(own, offers)
    const placement = { cluster, now: logTime(this.#log), retentionSeconds }
    const records = placeAll(drafts, head, placement)
    const extended = extend(head, records)
    if (!extended.ok) throw new Error('records are placed behind the head')
    const next = await signCheckpoint(cluster, extended.value, keys.signer)
    const put = await store.put(toItem(cluster, records, next.note), 'absent')
    if (put.ok) return this.#finish(head, records, next)
    if (put.error.kind === 'conflict') return this.#lose(head)
    if (!put.error.mayHaveWritten) return err(put.error)
    this.#doubt(drafts)
    // What happened shows in the chain, unless the write comes late or nobody can look.
    const looked = await this.#look()
    return looked.ok && this.#log.memory.head !== head ? ok(null) : err(put.error)
  }

  async #finish(
    head: Head,
    records: readonly AuditRecord[],
    next: Checkpoint,
  ): Promise<Result<null, LogFailure>> {
    const keys = new Set(records.map(keyOf))
    noteBatch(this.#log.memory, { first: head.end.size + 1, keys, head: next })
    this.#losses = 0
    recognise(this.#queue, records)
    const isMore = this.#queue.some(({ drafts }) => drafts.length > 0)
    // Whether or not this succeeds, the batch stands: whoever appends next settles it first.
    await Promise.all([settle(this.#log), this.#lookForRivals(head.end.size)])
    this.#queue = release(this.#queue)
    if (isMore && this.#hasRivals()) await this.#log.runtime.sleep(this.#callMs())
    return ok(null)
  }

  /** Who lost the place that was just taken has offered for it, too late: from now on he is known. */
  async #lookForRivals(size: number): Promise<void> {
    const { memory } = this.#log
    const nowMs = this.#nowMs()
    if (this.#hasRivals() || nowMs - this.#lookedAtMs < LOOK_MS) return
    this.#lookedAtMs = nowMs
    const missed = await readOffers(this.#log, size, 1)
    if (missed.ok && missed.value.length > 0) memory.rivalsAtMs = this.#nowMs()
  }

  #hasRivals(): boolean {
    return this.#nowMs() - this.#log.memory.rivalsAtMs <= RIVALS_MS
  }

  #callMs(): number {
    return Math.max(CALL_MS_MIN, this.#log.memory.lookMs)
  }

  async #lose(head: Head): Promise<Result<null, LogFailure>> {
    this.#losses += 1
    this.#log.memory.rivalsAtMs = this.#nowMs()
    const looked = await this.#look()
    if (!looked.ok || this.#log.memory.head !== head) return looked
    const { size } = head.end
    return err(broken(size + 1, `There is something where record ${size + 1} belongs.`))
  }

  /** Catches up with the chain. */
  async #look(): Promise<Result<null, LogFailure>> {
    const came = await follow(this.#log)
    if (!came.ok) return came
    if (came.value !== null) {
      recognise(this.#queue, came.value)
      this.#queue = release(this.#queue)
      return ok(null)
    }
    return this.#queue.length === 0 ? ok(null) : err(unavailable('the log was lost sight of', 1))
  }

  #nowMs(): number {
    return this.#log.runtime.now().getTime()
  }
}
