type Bytes = Uint8Array<ArrayBuffer>

/** Where a batch and its answers are kept: values by key, each of which is written once. */
export interface BatchBucket {
  read(key: string): Promise<{ readonly bytes: Bytes } | null>
  write(key: string, bytes: Bytes): Promise<unknown>
  delete(keys: readonly string[]): Promise<void>
}

/** A part of a batch that is answered in one go. */
export interface BatchPart {
  readonly id: string
  readonly part: number
}

/** Hands parts to whoever answers them; one may be handed over more than once. */
export interface BatchQueue {
  /** False: it has no room for them, and took none. */
  send(parts: readonly BatchPart[]): Promise<boolean>
}

/** What a platform brings for batches. */
export interface BatchPlatform {
  readonly bucket: BatchBucket
  /** Made with what answers a part; a queue of the platform's own calls that from elsewhere. */
  readonly openQueue: (answer: (part: BatchPart) => Promise<void>) => BatchQueue
}
