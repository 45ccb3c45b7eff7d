import type { BatchBucket, BatchPart, BatchPlatform, BatchQueue } from './port.ts'

/** Compressed items and answers of all batches; the oldest batch goes first. */
const BYTES_MAX = 256_000_000

/** Batches of one process: they end with it. */
export function batchesInProcess(parallel: number, log: (line: string) => void): BatchPlatform {
  return {
    bucket: new MemoryBucket(BYTES_MAX),
    openQueue: (answer) => new MemoryQueue(answer, Math.max(1, parallel), log),
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
    return this.batches.get(batchOf(key))?.get(key) ?? null
  }

  async write(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const batch = this.batches.get(batchOf(key)) ?? new Map()
    this.batches.set(batchOf(key), batch)
    this.bytes += bytes.length - (batch.get(key)?.length ?? 0)
    batch.set(key, bytes)
    for (const oldest of this.batches.keys()) {
      if (this.bytes <= this.bytesMax || this.batches.size === 1) break
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

/** Answers so many parts at a time, in the order in which they came. */
class MemoryQueue implements BatchQueue {
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

  async send(parts: readonly BatchPart[]): Promise<void> {
    for (const part of parts) this.waiting.set(`${part.id} ${part.part}`, part)
    while (this.running < Math.min(this.parallel, this.waiting.size)) void this.work()
  }

  private async work(): Promise<void> {
    this.running += 1
    for (;;) {
      const [next] = this.waiting
      if (next === undefined) break
      const [key, part] = next
      this.waiting.delete(key)
      try {
        await this.answer(part)
      } catch (error) {
        const told = { level: 'error', message: 'a part of a batch', ...part, error: String(error) }
        this.log(JSON.stringify(told))
      }
    }
    this.running -= 1
  }
}
