/** One client may take up this share of bytes and requests, so that nobody is shut out by one other. */
const CLIENT_SHARE = 0.5
/** Requests with a body under way at a time, in all. */
const REQUESTS_MAX = 1000

interface Usage {
  requests: number
  bytes: number
}

/**
 * Counts what the requests under way take up, in all and by client, and refuses what is too much.
 * Nobody waits here: on Workers a request must not wait for another one's promise.
 */
export class InflightLimiter {
  private readonly bytesMax: number
  private readonly all: Usage = { requests: 0, bytes: 0 }
  private readonly byClient = new Map<string, Usage>()

  /** `bytesMax`: what is held of the bodies of all requests together. */
  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  /** Counts one more request; null when there are too many. The lease must be ended. */
  open(client: string): InflightLease | null {
    const own = this.byClient.get(client) ?? { requests: 0, bytes: 0 }
    if (this.all.requests >= REQUESTS_MAX) return null
    if (own.requests >= REQUESTS_MAX * CLIENT_SHARE) return null
    this.byClient.set(client, own)
    this.all.requests++
    own.requests++
    return new InflightLease(
      (bytes) => this.buffer(own, bytes),
      (bytes) => this.end(client, own, bytes),
    )
  }

  private buffer(own: Usage, bytes: number): boolean {
    if (this.all.bytes + bytes > this.bytesMax) return false
    if (own.bytes + bytes > this.bytesMax * CLIENT_SHARE) return false
    this.all.bytes += bytes
    own.bytes += bytes
    return true
  }

  private end(client: string, own: Usage, bytes: number): void {
    this.all.requests--
    this.all.bytes -= bytes
    own.requests--
    own.bytes -= bytes
    if (own.requests === 0) this.byClient.delete(client)
  }
}

/** What one request takes up. */
export class InflightLease {
  private readonly add: (bytes: number) => boolean
  private readonly giveBack: (bytes: number) => void
  private bufferedBytes = 0
  private hasEnded = false

  constructor(add: (bytes: number) => boolean, giveBack: (bytes: number) => void) {
    this.add = add
    this.giveBack = giveBack
  }

  /** Called for every part of a body that is kept; false when it must be refused. */
  buffer(bytes: number): boolean {
    if (!this.add(bytes)) return false
    this.bufferedBytes += bytes
    return true
  }

  /** May be called more than once. */
  end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.giveBack(this.bufferedBytes)
  }
}
