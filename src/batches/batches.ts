import type { Batch, BatchAnswer, BatchRequest } from '../../schemas/batches/batch.ts'
import { GzipCollector, inflate } from '../compression.ts'
import { readText } from '../read-text.ts'
import type { BatchBucket, BatchPart, BatchPlatform, BatchQueue } from './port.ts'

/** Reading how far a batch is reads one value a part. */
const PARTS_MAX = 40
const AGE_MS = 86_400_000
/** Of the answers of one part, before they are compressed. */
const PART_BYTES_MAX = 8_000_000
/** An item that finds no place is asked again. */
const ATTEMPTS_MAX = 4
const RETRY_MS = 1000

export type Item = BatchRequest['items'][number]

/** What is known of a batch from its beginning. */
export interface BatchHead extends Pick<Batch, 'id' | 'snapshot'> {
  /** Who may read it. */
  readonly owner: string
  readonly createdAtMs: number
  readonly partSize: number
  readonly itemCount: number
}

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

/**
 * Many questions about one snapshot, cut into parts that a queue hands out. Everything is a value that
 * is written once, so a part that is answered twice is answered the same, and one that was lost on its
 * way is sent again when the batch is posted again.
 */
export class Batches {
  private readonly options: BatchesOptions
  private readonly bucket: BatchBucket
  private readonly queue: BatchQueue

  constructor(options: BatchesOptions) {
    this.options = options
    this.bucket = options.platform.bucket
    this.queue = options.platform.openQueue((part) => this.answer(part))
  }

  /** Begins a batch, or goes on with the one of this id; says whether it is new. */
  async begin(
    start: Pick<BatchHead, 'id' | 'snapshot' | 'owner'>,
    items: readonly Item[],
  ): Promise<{ readonly head: BatchHead; readonly isNew: boolean }> {
    const there = await this.head(start.id)
    if (there !== null) {
      const unanswered = await this.unanswered(there)
      await this.queue.send(unanswered)
      return { head: there, isNew: false }
    }
    const partSize = Math.ceil(items.length / PARTS_MAX)
    const createdAtMs = this.options.now().getTime()
    const head: BatchHead = { ...start, createdAtMs, partSize, itemCount: items.length }
    for (const part of partsOf(head)) {
      const own = items.slice(part.part * partSize, (part.part + 1) * partSize)
      await this.write(head.id, `items-${part.part}`, own)
    }
    // Last, so that who finds it finds all of its items.
    await this.write(head.id, 'head', head)
    await this.queue.send(partsOf(head))
    return { head, isNew: true }
  }

  /** Null: there is none, or none any more. */
  async head(id: string): Promise<BatchHead | null> {
    const head = await this.read<BatchHead>(id, 'head')
    if (head === null || this.options.now().getTime() < head.createdAtMs + AGE_MS) return head
    await this.remove(head)
    return null
  }

  async progress(head: BatchHead): Promise<Batch> {
    const { id, snapshot, itemCount: items, createdAtMs } = head
    const tallies = await Promise.all(
      partsOf(head).map(({ part }) => this.read<Tally>(id, `tally-${part}`)),
    )
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
      expiresAt: new Date(createdAtMs + AGE_MS).toISOString(),
    }
  }

  /** Null: the part is not answered yet. */
  async answers({ id }: BatchHead, part: number): Promise<readonly BatchAnswer[] | null> {
    return this.read<BatchAnswer[]>(id, `answers-${part}`)
  }

  async remove(head: BatchHead): Promise<void> {
    const kinds = ['items', 'answers', 'tally']
    const values = partsOf(head).flatMap(({ part }) => kinds.map((kind) => `${kind}-${part}`))
    await this.bucket.delete(['head', ...values].map((value) => keyOf(head.id, value)))
  }

  /** Answers one part; of a batch that is gone, or a part that is answered, nothing is left to do. */
  async answer({ id, part }: BatchPart): Promise<void> {
    const head = await this.head(id)
    if (head === null || (await this.read(id, `tally-${part}`)) !== null) return
    const items = (await this.read<Item[]>(id, `items-${part}`)) ?? []
    const answers: BatchAnswer[] = []
    let bytesLeft = PART_BYTES_MAX
    for (const [at, item] of items.entries()) {
      const index = part * head.partSize + at
      const named = { index, ...(item.id !== undefined && { id: item.id }) }
      const { bytes, ...said } = await this.ask(head, item, `${id}-${index}`, bytesLeft)
      bytesLeft -= bytes
      answers.push({ ...named, ...said })
    }
    const failed = answers.filter(({ problem }) => problem !== undefined).length
    await this.write(id, `answers-${part}`, answers)
    await this.write(id, `tally-${part}`, { done: answers.length, failed } satisfies Tally)
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

  private async unanswered(head: BatchHead): Promise<BatchPart[]> {
    const parts = partsOf(head)
    const tallies = await Promise.all(
      parts.map(({ part }) => this.read<Tally>(head.id, `tally-${part}`)),
    )
    return parts.filter((_, index) => tallies[index] === null)
  }

  private async read<Value>(id: string, name: string): Promise<Value | null> {
    const bytes = await this.bucket.read(keyOf(id, name))
    return bytes === null ? null : JSON.parse(await inflate(bytes)) // what `write` made of it
  }

  private async write(id: string, name: string, value: unknown): Promise<void> {
    const packing = new GzipCollector()
    await packing.add(new TextEncoder().encode(JSON.stringify(value)))
    await this.bucket.write(keyOf(id, name), await packing.finish())
  }
}

/** What an item was answered, and what of the room for its part that takes. */
interface Said extends Pick<BatchAnswer, 'answer' | 'problem'> {
  readonly bytes: number
}

interface Tally {
  readonly done: number
  readonly failed: number
}

function partsOf({ id, itemCount, partSize }: BatchHead): BatchPart[] {
  return Array.from({ length: Math.ceil(itemCount / partSize) }, (_, part) => ({ id, part }))
}

function keyOf(id: string, name: string): string {
  return `batches/${id}/${name}`
}
