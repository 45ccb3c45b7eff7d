/** What a difference of floating-point numbers may be; rate.Limiter rounds to whole nanoseconds. */
const EPSILON = 1e-9

/** client-go's token bucket with a burst of one; a rate of 0 or less never has a token. */
export class TokenBucket {
  readonly tokensPerSecond: number
  private tokens = 1
  private sinceMs: number

  constructor(tokensPerSecond: number, nowMs: number) {
    this.tokensPerSecond = tokensPerSecond
    this.sinceMs = nowMs
  }

  tryAccept(nowMs: number): boolean {
    if (this.tokensPerSecond <= 0) return false
    const grown = this.tokens + ((nowMs - this.sinceMs) / 1000) * this.tokensPerSecond
    if (grown < 1 - EPSILON) return false
    this.tokens = Math.max(Math.min(grown, 1) - 1, 0)
    this.sinceMs = nowMs
    return true
  }

  /** When a token will be there. */
  nextMs(): number {
    if (this.tokensPerSecond <= 0) return Number.POSITIVE_INFINITY
    return this.sinceMs + ((1 - this.tokens) / this.tokensPerSecond) * 1000
  }
}
