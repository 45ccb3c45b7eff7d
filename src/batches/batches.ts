import type { Batch, BatchAnswer } from '../../schemas/batches/batch.ts'
import { readText } from '../read-text.ts'
import type { KeptSnapshot } from '../snapshots/port.ts'
import {
  type BatchHead,
  BatchValues,
  expiryMs,
  type Item,
  partsOf,
  type Tally,
} from './batch-values.ts'
import type { BatchPart, BatchPlatform, BatchQueue } from './port.ts'

/** Reading how far a batch is reads one value a part. */
const PARTS_MAX = 40
/** Of the answers of one part, before they are compressed. */
const PART_BYTES_MAX = 8_000_000
/** An item that finds no place is asked again. */
const ATTEMPTS_MAX = 4
const RETRY_MS = 1000

/** Asks an endpoint of this app, as if a caller had. */
export type Ask = (operation: string, body: string, requestId: string) => Promise<Response>

interface BatchesOptions {
  readonly platform: BatchPlatform
  readonly ask: Ask
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
  /** The problem of an answer that is too long to be kept. */
  readonly tooLarge: (detail: string, requestId: string) => NonNullable<BatchAnswer['problem']>
  /** The problem of an answer that began and did not end. */
  readonly brokenOff: (error: unknown, requestId: string) => NonNullable<BatchAnswer['problem']>
}

/** How a batch begins. */
export interface BatchStart extends Pick<BatchHead, 'id' | 'snapshot' | 'owner'> {
  readonly items: readonly Item[]
  /** The snapshot that it brings itself, with its one part; null: it names one. */
  readonly own: KeptSnapshot | null
}

interface Begun {
  readonly batch: Batch
  readonly isNew: boolean
  /** Whether all that is left of it is under way; else it has to be posted again. */
  readonly isQueued: boolean
}

/**
 * Many questions about one snapshot, cut into parts that a queue hands out. Everything is a value that
 * is written once, so a part that is answered twice is answered the same, and one that was lost on its
 * way is sent again when the batch is posted again.
 */
export class Batches {
  private readonly options: BatchesOptions
  private readonly values: BatchValues
  private readonly queue: BatchQueue

  constructor(options: BatchesOptions) {
    this.options = options
    this.values = new BatchValues(options.platform.bucket, options.now)
    this.queue = options.platform.openQueue((part) => this.answer(part))
  }

  /** Begins a batch, or goes on with the one of this id. */
  async begin({ items, own, ...start }: BatchStart): Promise<Begun> {
    const there = await this.head(start.id)
    if (there !== null) {
      const tallies = await this.tallies(there)
      const left = partsOf(there).filter((_, index) => tallies[index] === null)
      const isQueued = await this.queue.send(left)
      return { batch: describe(there, tallies), isNew: false, isQueued }
    }
    const head: BatchHead = {
      ...start,
      createdAtMs: this.options.now().getTime(),
      partSize: Math.ceil(items.length / PARTS_MAX),
      itemCount: items.length,
      own: own && { counts: own.counts, bytes: own.bytes },
    }
    await this.values.begin(head, items, own?.parts[0] ?? null)
    const isQueued = await this.queue.send(partsOf(head))
    return { batch: describe(head, []), isNew: true, isQueued }
  }

  /** Null: there is none, or none any more. */
  head(id: string): Promise<BatchHead | null> {
    return this.values.head(id)
  }

  async progress(head: BatchHead): Promise<Batch> {
    return describe(head, await this.tallies(head))
  }

  /** Null: the part is not answered yet. */
  answers({ id }: BatchHead, part: number): Promise<readonly BatchAnswer[] | null> {
    return this.values.answers({ id, part })
  }

  remove(head: BatchHead): Promise<void> {
    return this.values.remove(head)
  }

  /** Answers one part; of a batch that is gone, or a part that is answered, nothing is left to do. */
  async answer({ id, part }: BatchPart): Promise<void> {
    const head = await this.head(id)
    if (head === null || (await this.values.tally({ id, part })) !== null) return
    const answers: BatchAnswer[] = []
    let bytesLeft = PART_BYTES_MAX
    for (const [at, item] of (await this.values.items({ id, part })).entries()) {
      const index = part * head.partSize + at
      const named = { index, ...(item.id !== undefined && { id: item.id }) }
      const { bytes, ...said } = await this.ask(head, item, `${id}-${index}`, bytesLeft)
      bytesLeft -= bytes
      answers.push({ ...named, ...said })
    }
    await this.values.answered({ id, part }, answers)
    // Who deleted it meanwhile did not find these answers.
    if ((await this.head(id)) === null) await this.remove(head)
  }

  private tallies(head: BatchHead): Promise<(Tally | null)[]> {
    return Promise.all(partsOf(head).map((part) => this.values.tally(part)))
  }

  private async ask(
    { snapshot }: BatchHead,
    item: Item,
    requestId: string,
    bytesMax: number,
  ): Promise<Said> {
    const body = JSON.stringify({ ...item.request, snapshot })
    for (let attempt = 1; ; attempt++) {
      const response = await this.options.ask(item.operation, body, requestId)
      const said = await this.readAnswer(response, requestId, bytesMax)
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || attempt === ATTEMPTS_MAX) return said
      await this.options.sleep(RETRY_MS * attempt)
    }
  }

  /** An answer that began may still break off, or be too long: that is the item's problem, and no other's. */
  private async readAnswer(
    { body, ok }: Response,
    requestId: string,
    bytesMax: number,
  ): Promise<Said> {
    try {
      const read = await readText(body, bytesMax)
      if (read === null) return { problem: this.tooMuch(requestId), bytes: 0 }
      return { [ok ? 'answer' : 'problem']: JSON.parse(read.text), bytes: read.bytes }
    } catch (error) {
      return { problem: this.options.brokenOff(error, requestId), bytes: 0 }
    }
  }

  private tooMuch(requestId: string): NonNullable<BatchAnswer['problem']> {
    const kept = `The answers of one part of the batch are longer than the ${PART_BYTES_MAX} bytes`
    return this.options.tooLarge(`${kept} that are kept; explain decision needs less`, requestId)
  }
}

/** What an item was answered, and what of the room for its part that takes. */
interface Said extends Pick<BatchAnswer, 'answer' | 'problem'> {
  readonly bytes: number
}

/** A batch as callers see it. */
function describe(head: BatchHead, tallies: readonly (Tally | null)[]): Batch {
  const { id, snapshot, itemCount: items, createdAtMs } = head
  const known = tallies.filter((tally) => tally !== null)
  const done = known.reduce((sum, tally) => sum + tally.done, 0)
  return {
    id,
    status: done === items ? 'done' : 'running',
    items,
    done,
    failed: known.reduce((sum, tally) => sum + tally.failed, 0),
    snapshot,
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiryMs(head)).toISOString(),
  }
}
