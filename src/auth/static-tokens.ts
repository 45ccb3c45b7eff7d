import * as z from 'zod'
import { ClusterName } from '../../schemas/store/cluster-name.ts'
import { type Caller, ROLES } from './caller.ts'

export interface StaticToken {
  readonly token: string
  readonly caller: Caller
}

/** What takes longer to guess than anybody has time: 128 random bits are 22 characters of base64. */
const TOKEN_CHARS_MIN = 16

const Tokens = z.array(
  z.strictObject({
    // RFC 6750: what can stand behind "Bearer ".
    token: z
      .string()
      .min(TOKEN_CHARS_MIN)
      .regex(/^[A-Za-z0-9._~+/-]+=*$/, { error: 'not a bearer token' }),
    name: z.string().min(1),
    roles: z.array(z.enum(ROLES)),
    namespaces: z.array(z.string().min(1)).optional(),
    clusters: z.array(ClusterName).optional(),
  }),
)

/** Reads BERTH_TOKENS; throws a TypeError that says which entry is wrong, never what it holds. */
export function readStaticTokens(text: string | undefined): StaticToken[] {
  if (text === undefined || text.trim() === '') return []
  const parsed = Tokens.safeParse(parse(text))
  if (!parsed.success) {
    const places = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole value')
    throw new TypeError(
      `BERTH_TOKENS must be a JSON array of { token (at least ${TOKEN_CHARS_MIN} characters), name, roles, namespaces, clusters }; wrong: ${places.join(', ')}`,
    )
  }
  const tokens = parsed.data.map(({ token, name, roles, namespaces, clusters }) => ({
    token,
    caller: {
      name,
      roles: new Set(roles),
      namespaces: namespaces ?? null,
      clusters: clusters ?? null,
    },
  }))
  const twice = tokens.findIndex(({ token }, at) =>
    tokens.slice(0, at).some((t) => t.token === token),
  )
  if (twice >= 0) throw new TypeError(`BERTH_TOKENS: entry ${twice} repeats the token of another`)
  return tokens
}

// The parser's own message would quote the text, secrets and all.
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('BERTH_TOKENS is not valid JSON')
  }
}

/** Finds the caller of a token in a time that tells nothing about any token. */
export function createTokenLookup(
  tokens: readonly StaticToken[],
): (token: string) => Promise<Caller | null> {
  let known: readonly { digest: Uint8Array; caller: Caller }[] | null = null

  return async (token) => {
    known ??= await Promise.all(
      tokens.map(async ({ token, caller }) => ({ digest: await sha256(token), caller })),
    )
    const digest = await sha256(token)
    let found: Caller | null = null
    for (const entry of known) {
      if (isEqual(entry.digest, digest)) found = entry.caller
    }
    return found
  }
}

// Digests have one length, and where they first differ says nothing about the tokens.
async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0)
  return difference === 0
}
