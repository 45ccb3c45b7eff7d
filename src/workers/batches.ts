import type { BatchPart, BatchPlatform } from '../batches/port.ts'
import type { Bindings } from './bindings.ts'
import { isR2Bucket, r2Values } from './r2-bucket.ts'

/** Names of the bindings in wrangler.batches.toml; the bucket is that of the named snapshots. */
const QUEUE = 'BATCHES'
const R2 = 'SNAPSHOTS_R2'

/** The producer's side of a queue of Cloudflare's, as far as it is used. */
interface QueueBinding {
  sendBatch(messages: Iterable<{ readonly body: BatchPart }>): Promise<unknown>
}

/** What a consumer is handed. */
export interface QueueBatch {
  readonly messages: readonly {
    readonly body: unknown
    ack(): void
    retry(): void
  }[]
}

/** Batches over Cloudflare Queues, in R2; undefined where the deployment has not both. */
export function workersBatches(bindings: Bindings): BatchPlatform | undefined {
  const [queue, r2] = [bindings[QUEUE], bindings[R2]]
  if (!isQueue(queue) || !isR2Bucket(r2)) return undefined
  const send = async (parts: readonly BatchPart[]) => {
    if (parts.length > 0) await queue.sendBatch(parts.map((body) => ({ body })))
    return true
  }
  return { bucket: r2Values(r2), openQueue: () => ({ send }) }
}

/** A part that could not be answered is handed out again, as often as the queue allows. */
export async function answerMessages(
  { messages }: QueueBatch,
  answer: (part: BatchPart) => Promise<void>,
): Promise<void> {
  for (const message of messages) {
    try {
      if (isPart(message.body)) await answer(message.body)
      message.ack()
    } catch (error) {
      console.log(JSON.stringify({ level: 'error', message: 'batch', error: String(error) }))
      message.retry()
    }
  }
}

function isQueue(value: unknown): value is QueueBinding {
  return typeof value === 'object' && value !== null && 'sendBatch' in value
}

function isPart(value: unknown): value is BatchPart {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('part' in value))
    return false
  return typeof value.id === 'string' && typeof value.part === 'number'
}
