import type { Batch, BatchAnswer, BatchRequest } from '../../schemas/batches/batch.ts'
import { GzipCollector, inflate } from '../compression.ts'
import { digestOfText } from '../digest.ts'
import type { SnapshotHead } from '../snapshots/port.ts'
import type { BatchBucket, BatchPart } from './port.ts'

type Bytes = Uint8Array<ArrayBuffer>

const AGE_MS = 86_400_000
const ID_DIGITS = 32
const ID: RegExp = /^b-[0-9a-f]{32}$/

export type Item = BatchRequest['items'][number]

/** What is known of a batch from its beginning. */
export interface BatchHead extends Pick<Batch, 'id' | 'snapshot'> {
  /** Who may read it. */
  readonly owner: string
  readonly createdAtMs: number
  readonly partSize: number
  readonly itemCount: number
  /** Of the snapshot that it brought itself; null: it named one. */
  readonly own: Pick<SnapshotHead, 'counts' | 'bytes'> | null
}

/** How the items of a part were answered. */
export interface Tally {
  readonly done: number
  readonly failed: number
}

/** The values that a batch is kept in. */
export class BatchValues {
  private readonly bucket: BatchBucket
  private readonly now: () => Date

  constructor(bucket: BatchBucket, now: () => Date) {
    this.bucket = bucket
    this.now = now
  }

  /** Null: there is none, or none any more. */
  async head(id: string): Promise<BatchHead | null> {
    const head = await this.read<BatchHead>(id, 'head')
    if (head === null || this.now().getTime() < expiryMs(head)) return head
    await this.remove(head)
    return null
  }

  /** The head comes last, so that who finds it finds all of its values. */
  async begin(head: BatchHead, items: readonly Item[], own: Bytes | null): Promise<void> {
    const { id, partSize } = head
    for (const { part } of partsOf(head)) {
      await this.write(id, `items-${part}`, items.slice(part * partSize, (part + 1) * partSize))
    }
    if (own !== null) await this.bucket.write(keyOf(id, 'snapshot'), own)
    await this.write(id, 'head', head)
  }

  async items({ id, part }: BatchPart): Promise<readonly Item[]> {
    return (await this.read<Item[]>(id, `items-${part}`)) ?? []
  }

  /** The snapshot that a batch brought itself, as it was packed. */
  async ownSnapshot(id: string): Promise<Bytes | null> {
    return (await this.bucket.read(keyOf(id, 'snapshot')))?.bytes ?? null
  }

  /** Null: the part is not answered yet. */
  answers({ id, part }: BatchPart): Promise<readonly BatchAnswer[] | null> {
    return this.read(id, `answers-${part}`)
  }

  tally({ id, part }: BatchPart): Promise<Tally | null> {
    return this.read(id, `tally-${part}`)
  }

  /** The tally tells that the answers are there, so it comes after them. */
  async answered({ id, part }: BatchPart, answers: readonly BatchAnswer[]): Promise<void> {
    const failed = answers.filter(({ problem }) => problem !== undefined).length
    await this.write(id, `answers-${part}`, answers)
    await this.write(id, `tally-${part}`, { done: answers.length, failed } satisfies Tally)
  }

  async remove(head: BatchHead): Promise<void> {
    const kinds = ['items', 'answers', 'tally']
    const ofParts = partsOf(head).flatMap(({ part }) => kinds.map((kind) => `${kind}-${part}`))
    const names = ['head', 'snapshot', ...ofParts]
    await this.bucket.delete(names.map((name) => keyOf(head.id, name)))
  }

  private async read<Value>(id: string, name: string): Promise<Value | null> {
    const value = await this.bucket.read(keyOf(id, name))
    return value === null ? null : JSON.parse(await inflate(value.bytes)) // what `write` made of it
  }

  private async write(id: string, name: string, value: unknown): Promise<void> {
    const packing = new GzipCollector()
    await packing.add(new TextEncoder().encode(JSON.stringify(value)))
    await this.bucket.write(keyOf(id, name), await packing.finish())
  }
}

/** The same for whoever asks the same. */
export function batchId(asked: string): string {
  return `b-${digestOfText(asked).slice('sha256:'.length).slice(0, ID_DIGITS)}`
}

export function isBatchId(text: string): boolean {
  return ID.test(text)
}

export function expiryMs({ createdAtMs }: BatchHead): number {
  return createdAtMs + AGE_MS
}

export function partsOf({ id, itemCount, partSize }: BatchHead): BatchPart[] {
  return Array.from({ length: Math.ceil(itemCount / partSize) }, (_, part) => ({ id, part }))
}

function keyOf(id: string, name: string): string {
  return `batches/${id}/${name}`
}
