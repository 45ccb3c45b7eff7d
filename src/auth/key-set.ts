import * as z from 'zod'

const FRESH_MS = 10 * 60_000
/** A key that is not in the set may be new; but strangers must not make Berth fetch at will. */
const REFETCH_MS = 30_000
const FIRST_RETRY_MS = 1000
const FETCH_TIMEOUT_MS = 3000

const KeySetDocument = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) })

/** A JSON Web Key; without a `kid` no token can name it. */
interface Key {
  readonly kid: string
  readonly [member: string]: unknown
}

export interface KeySetOptions {
  readonly url: string
  readonly fetch: typeof fetch
  readonly now: () => Date
}

/** The issuer's published keys, kept for ten minutes, and longer while the issuer is down. */
export interface KeySet {
  /** All keys known, fetched anew if `kid` is not among them; null when there are none at all. */
  keysFor(kid: string): Promise<readonly Key[] | null>
}

export function createKeySet({ url, fetch, now }: KeySetOptions): KeySet {
  let keys: readonly Key[] | null = null
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY

  // Requests that need new keys at the same moment each fetch them: on Workers one request cannot
  // wait for the promise of another. What is bounded is the fetching after that.
  return {
    async keysFor(kid) {
      const time = now().getTime()
      const isKnown = keys?.some((key) => key.kid === kid) === true
      if (isKnown && time - fetchedAt <= FRESH_MS) return keys
      if (time - triedAt < (keys === null ? FIRST_RETRY_MS : REFETCH_MS)) return keys
      const fetched = await fetchKeys(url, fetch)
      triedAt = time
      if (fetched === null) return keys
      keys = fetched
      fetchedAt = time
      return keys
    },
  }
}

async function fetchKeys(url: string, fetchUrl: typeof fetch): Promise<readonly Key[] | null> {
  try {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
    const response = await fetchUrl(url, { headers: { Accept: 'application/json' }, signal })
    if (!response.ok) return null
    const document = KeySetDocument.safeParse(await response.json()).data
    return document?.keys.flatMap((key) => withName(key)) ?? null
  } catch {
    return null // unreachable or no JSON: the keys at hand must do
  }
}

function withName({ kid, ...key }: { kid?: string | undefined }): Key[] {
  return kid === undefined ? [] : [{ ...key, kid }]
}
