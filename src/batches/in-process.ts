import type { BatchBucket, BatchPart, BatchPlatform, BatchQueue } from './port.ts'

/** Compressed snapshots, items and answers of all batches, and how many there are; the oldest goes first. */
const BYTES_MAX = 256_000_000
const BATCHES_MAX = 1000
/** Parts that wait for their turn: about those of 250 large batches. */
const WAITING_MAX = 10_000

/** Batches of one process: they end with it. */
export class BatchesInProcess implements BatchPlatform, BatchQueue {
  readonly bucket: MemoryBucket = new MemoryBucket(BYTES_MAX)
  private readonly parallel: number
  private readonly log: (line: string) => void
  private queue: MemoryQueue | null = null

  /** Answers so many parts at a time. */
  constructor(parallel: number, log: (line: string) => void) {
    this.parallel = Math.max(1, parallel)
    this.log = log
  }

  openQueue(answer: (part: BatchPart) => Promise<void>): BatchQueue {
    this.queue = new MemoryQueue(answer, this.parallel, this.log)
    return this
  }

  async send(parts: readonly BatchPart[]): Promise<boolean> {
    if (this.queue === null) throw new Error('nobody answers parts of batches')
    return this.queue.send(parts)
  }
}

/** Keys are `batch/value`; a batch goes as a whole. */
export class MemoryBucket implements BatchBucket {
  private readonly bytesMax: number
  private readonly batches = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>()
  private bytes = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  async read(key: string) {
    const bytes = this.batches.get(batchOf(key))?.get(key)
    return bytes === undefined ? null : { bytes }
  }

  async write(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const batch = this.batches.get(batchOf(key)) ?? new Map()
    this.batches.set(batchOf(key), batch)
    this.bytes += bytes.length - (batch.get(key)?.length ?? 0)
    batch.set(key, bytes)
    for (const oldest of this.batches.keys()) {
      const isRoom = this.bytes <= this.bytesMax && this.batches.size <= BATCHES_MAX
      if (isRoom || this.batches.size === 1) break
      this.forget(oldest)
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const batch of new Set(keys.map(batchOf))) this.forget(batch)
  }

  private forget(name: string): void {
    for (const bytes of this.batches.get(name)?.values() ?? []) this.bytes -= bytes.length
    this.batches.delete(name)
  }
}

function batchOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'))
}

/** Hands out so many parts at a time, in the order in which they came. */
class MemoryQueue {
  private readonly answer: (part: BatchPart) => Promise<void>
  private readonly parallel: number
  private readonly log: (line: string) => void
  /** By what tells parts apart: one that waits is not put behind itself. */
  private readonly waiting = new Map<string, BatchPart>()
  private running = 0

  constructor(
    answer: (part: BatchPart) => Promise<void>,
    parallel: number,
    log: (line: string) => void,
  ) {
    this.answer = answer
    this.parallel = parallel
    this.log = log
  }

  send(parts: readonly BatchPart[]): boolean {
    if (this.waiting.size + parts.length > WAITING_MAX) return false
    for (const part of parts) this.waiting.set(`${part.id} ${part.part}`, part)
    // Each takes the first part at once, so that there are no more of them than parts.
    while (this.running < this.parallel && this.waiting.size > 0) void this.work()
    return true
  }

  /** Until nothing waits any more. */
  private async work(): Promise<void> {
    this.running += 1
    for (let next = this.next(); next !== null; next = this.next()) {
      try {
        await this.answer(next)
      } catch (error) {
        const told = { level: 'error', message: 'a part of a batch', ...next, error: String(error) }
        this.log(JSON.stringify(told))
      }
    }
    this.running -= 1
  }

  private next(): BatchPart | null {
    const [next] = this.waiting
    if (next === undefined) return null
    const [key, part] = next
    this.waiting.delete(key)
    return part
  }
}
