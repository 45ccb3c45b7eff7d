import type { BatchBucket, BatchPart, BatchPlatform, BatchQueue } from '../batches/port.ts'
import type { RemoteCalls } from './remote-calls.ts'
import type { BatchUse } from './thread-messages.ts'

/** The main thread's batches, begun from another thread; the main thread hands out their parts. */
export class RemoteBatches implements BatchPlatform, BatchBucket, BatchQueue {
  private readonly calls: RemoteCalls<BatchUse>

  constructor(calls: RemoteCalls<BatchUse>) {
    this.calls = calls
  }

  get bucket(): BatchBucket {
    return this
  }

  openQueue(): BatchQueue {
    return this
  }

  read(...args: Parameters<BatchBucket['read']>): ReturnType<BatchBucket['read']> {
    return this.calls.call({ method: 'read', args })
  }

  write(...args: Parameters<BatchBucket['write']>): ReturnType<BatchBucket['write']> {
    return this.calls.call({ method: 'write', args })
  }

  delete(...args: Parameters<BatchBucket['delete']>): ReturnType<BatchBucket['delete']> {
    return this.calls.call({ method: 'delete', args })
  }

  send(parts: readonly BatchPart[]): Promise<boolean> {
    return this.calls.call({ method: 'send', args: [parts] })
  }
}

/** The main thread's side: what comes of one use of its batches. */
export function useBatches(
  batches: { readonly bucket: BatchBucket } & BatchQueue,
  use: BatchUse,
): Promise<unknown> {
  switch (use.method) {
    case 'read':
      return batches.bucket.read(...use.args)
    case 'write':
      return batches.bucket.write(...use.args)
    case 'delete':
      return batches.bucket.delete(...use.args)
    case 'send':
      return batches.send(...use.args)
  }
}
