import { TokenBucket } from './token-bucket.ts'

/**
 * nodelifecycle/scheduler RateLimitedTimedQueue: the nodes of a zone that wait to be tainted, first
 * come, first served, at the zone's rate. A node that had its turn is not queued again until it is
 * removed. Upstream's order among nodes of one pass is that of its workers; here it is the queue's.
 */
export class ZoneQueue {
  private limiter: TokenBucket
  /** In the order of their coming. */
  private readonly waiting = new Set<string>()
  private readonly known = new Set<string>()

  constructor(nodesPerSecond: number, nowMs: number) {
    this.limiter = new TokenBucket(nodesPerSecond, nowMs)
  }

  get nodesPerSecond(): number {
    return this.limiter.tokensPerSecond
  }

  add(node: string): void {
    if (this.known.has(node)) return
    this.known.add(node)
    this.waiting.add(node)
  }

  /** As one that had its turn before the start. */
  addDone(node: string): void {
    this.known.add(node)
  }

  remove(node: string): void {
    this.known.delete(node)
    this.waiting.delete(node)
  }

  /** Gives turns as long as there are tokens. */
  serve(nowMs: number, taint: (node: string) => void): void {
    for (const node of this.waiting) {
      if (!this.limiter.tryAccept(nowMs)) return
      this.waiting.delete(node)
      taint(node)
    }
  }

  /** When the next turn can be given; infinite if nobody waits. */
  nextMs(): number {
    return this.waiting.size === 0 ? Number.POSITIVE_INFINITY : this.limiter.nextMs()
  }

  /** A new rate starts with a full bucket, unless the old one had no token left. */
  swapLimiter(nodesPerSecond: number, nowMs: number): void {
    if (this.limiter.tokensPerSecond === nodesPerSecond) return
    const limiter = new TokenBucket(nodesPerSecond, nowMs)
    if (!this.limiter.tryAccept(nowMs)) limiter.tryAccept(nowMs)
    this.limiter = limiter
  }
}
