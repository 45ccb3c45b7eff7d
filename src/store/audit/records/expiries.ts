/**
 * When the records up to some place in a chain expire, as far as later ones need it: the records
 * that outlive all that follow them, oldest first, each with its expiry (null: never). So the first
 * of them from any place on says when everything from that place on is gone, however often and in
 * whichever direction retention was changed.
 */
export type Expiries = readonly (readonly [sequence: number, expiresAt: string | null])[]

/** Steps of a retention that was shortened again and again; more wait for the last one's end. */
const STEPS_MAX = 16

/** The expiry of the next record, which is due at `due` by today's retention. */
export function nextExpiry(expiries: Expiries, due: string | null): string | null {
  const last = expiries.at(-1)
  const isFull = expiries.length >= STEPS_MAX
  return isFull && last !== undefined && outlives(last[1], due) ? last[1] : due
}

/** The same after one more record. */
export function withExpiry(
  expiries: Expiries,
  sequence: number,
  expiresAt: string | null,
): Expiries {
  const outliving = expiries.filter(([, earlier]) => outlives(earlier, expiresAt))
  return [...outliving, [sequence, expiresAt]]
}

/** Whether every record from `sequence` on, up to the place that the expiries are of, has expired. */
export function haveExpiredSince(expiries: Expiries, sequence: number, now: Date): boolean {
  const last = expiries.find(([at]) => at >= sequence)
  return last !== undefined && hasExpired(last[1], now)
}

export function hasExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
}

// Instants of toISOString, always of one length and zone, so they compare as text.
function outlives(expiresAt: string | null, other: string | null): boolean {
  return other !== null && (expiresAt === null || expiresAt > other)
}
