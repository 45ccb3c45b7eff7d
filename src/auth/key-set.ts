import * as z from 'zod'

const FRESH_MS = 10 * 60_000
/** A key that is not in the set may be new; but strangers must not make Berth fetch at will. */
const REFETCH_MS = 30_000
const FIRST_RETRY_MS = 1000
const FETCH_TIMEOUT_MS = 3000
/** An issuer has a handful of keys. */
const DOCUMENT_BYTES_MAX = 1_000_000

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

  // On Workers one request cannot wait for the promise of another. So the first that needs new keys
  // fetches them, and others get the keys at hand, or at the very start none.
  return {
    async keysFor(kid) {
      const time = now().getTime()
      const isKnown = keys?.some((key) => key.kid === kid) === true
      if (isKnown && time - fetchedAt <= FRESH_MS) return keys
      if (time - triedAt < (keys === null ? FIRST_RETRY_MS : REFETCH_MS)) return keys
      // Counted before the fetch: what else comes meanwhile must do with the keys at hand.
      triedAt = time
      const fetched = await fetchKeys(url, fetch)
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
    const response = await fetchUrl(url, {
      headers: { Accept: 'application/json' },
      signal,
      // Elsewhere may be an address that nobody configured.
      redirect: 'manual',
    })
    if (!response.ok || response.body === null) return null
    const text = await readText(response.body)
    if (text === null) return null
    const document = KeySetDocument.safeParse(JSON.parse(text)).data
    return document?.keys.flatMap((key) => withName(key)) ?? null
  } catch {
    return null // unreachable or no JSON: the keys at hand must do
  }
}

/** The whole text, or null when it is too long to be a key set. */
async function readText(body: ReadableStream<Uint8Array>): Promise<string | null> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length
    if (bytes > DOCUMENT_BYTES_MAX) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(read.value, { stream: true })
  }
  return text + decoder.decode()
}

function withName({ kid, ...key }: { kid?: string | undefined }): Key[] {
  return kid === undefined ? [] : [{ ...key, kid }]
}
