/** Says how often one client may ask. */
export interface RateLimiter {
  /** Counts one request; null: it may pass, else the seconds after which the next one may. */
  take(client: string): Promise<number | null>
}

/** A client that was quiet may ask at once for what it could have asked in so long. */
const BURST_MS = 10_000
const MINUTE_MS = 60_000
/** Beyond it the client that was counted longest ago is forgotten, which gives it a fresh start. */
const CLIENTS_MAX = 10_000

/**
 * Counts in memory, for this process alone. Kept of a client is only when its requests would have come
 * had they come evenly (the generic cell rate algorithm).
 */
class MemoryRateLimiter implements RateLimiter {
  private readonly intervalMs: number
  private readonly nowMs: () => number
  private readonly dueMs = new Map<string, number>()

  constructor(perMinute: number, nowMs: () => number) {
    this.intervalMs = MINUTE_MS / perMinute
    this.nowMs = nowMs
  }

  async take(client: string): Promise<number | null> {
    const nowMs = this.nowMs()
    const dueMs = Math.max(nowMs, this.dueMs.get(client) ?? nowMs)
    const waitMs = dueMs - nowMs - Math.max(0, BURST_MS - this.intervalMs)
    if (waitMs > 0) return Math.ceil(waitMs / 1000)
    // Deleted first, so that the map is in the order of the last request.
    this.dueMs.delete(client)
    this.dueMs.set(client, dueMs + this.intervalMs)
    if (this.dueMs.size > CLIENTS_MAX) {
      const [longestAgo] = this.dueMs.keys()
      if (longestAgo !== undefined) this.dueMs.delete(longestAgo)
    }
    return null
  }
}

/** The limiter that the environment asks for; throws a TypeError that names the variable. */
export function rateLimiterFromEnv(
  env: Readonly<Record<string, string | undefined>>,
  nowMs: () => number,
): RateLimiter | null {
  const text = env['BERTH_RATE_PER_MINUTE'] ?? ''
  if (text === '') return null
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    const got = JSON.stringify(text)
    throw new TypeError(`BERTH_RATE_PER_MINUTE must be a whole number above 0, not ${got}`)
  }
  return new MemoryRateLimiter(Number(text), nowMs)
}
