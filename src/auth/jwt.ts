import { decode, verifyWithJwks } from 'hono/jwt'
import { type Caller, isRole } from './caller.ts'
import type { KeySet } from './key-set.ts'
import type { JwtSettings } from './settings.ts'

/** Signatures of a published key only: a shared secret or none at all is never accepted. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

/** Types that access tokens come with (RFC 9068). */
const TYPES = ['JWT', 'at+jwt']

export type JwtVerdict =
  | { readonly ok: true; readonly caller: Caller }
  /** `reason` is for the caller and holds nothing of the token. */
  | { readonly ok: false; readonly reason: string }

/** Checks signature, issuer, audience, exp (which must be there) and nbf; then reads the claims. */
export async function verifyJwt(
  token: string,
  settings: JwtSettings,
  keySet: KeySet,
): Promise<JwtVerdict> {
  const header = readHeader(token)
  if (header === null) return refused('The token cannot be read')
  const keys = await keySet.keysFor(header.kid)
  if (keys === null) return refused("The issuer's keys cannot be read at the moment")
  try {
    const claims = await verifyWithJwks(token, {
      keys: [...keys],
      allowedAlgorithms: ALGORITHMS,
      verification: {
        iss: settings.issuer,
        aud: settings.audience,
        // The issuer's clock may be a moment ahead; iat restricts nothing.
        iat: false,
        ...(header.typ === undefined ? {} : { typ: TYPES }),
      },
    })
    if (typeof claims.exp !== 'number') return refused('The token never expires')
    return readClaims(claims, settings)
  } catch (thrown) {
    return refused(
      REASONS.get(thrown instanceof Error ? thrown.name : '') ?? 'The token is not valid',
    )
  }
}

/** By the names of hono's errors, whose own messages quote the token. */
const REASONS = new Map([
  ['JwtTokenExpired', 'The token has expired'],
  ['JwtTokenNotBefore', 'The token is not valid yet'],
  ['JwtTokenIssuer', 'The token is from another issuer'],
  ['JwtTokenAudience', 'The token is for another audience'],
  ['JwtPayloadRequiresAud', 'The token is for no audience'],
])

function readHeader(token: string): { kid: string; typ: unknown } | null {
  try {
    const header: unknown = decode(token).header
    if (typeof header !== 'object' || header === null || !('kid' in header)) return null
    const { kid } = header
    return typeof kid === 'string' ? { kid, typ: 'typ' in header ? header.typ : undefined } : null
  } catch {
    return null
  }
}

function readClaims(claims: Record<string, unknown>, settings: JwtSettings): JwtVerdict {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '') return refused('The token names nobody (sub)')
  const roles = readTexts(findClaim(claims, settings.rolesClaim))
  const namespaces = readBounds(claims, settings.namespacesClaim, [])
  if (namespaces === undefined) return refused('The namespaces of the token are no list')
  const clusters = readBounds(claims, settings.clustersClaim, null)
  if (clusters === undefined) return refused('The clusters of the token are no list')
  return {
    ok: true,
    caller: { name: sub, roles: new Set((roles ?? []).filter(isRole)), namespaces, clusters },
  }
}

/**
 * What a token is bound to; null for nothing (`*`). A claim that cannot be read is undefined: it must
 * not turn a tenant into an administrator.
 */
function readBounds(
  claims: Record<string, unknown>,
  name: string,
  absent: readonly string[] | null,
): readonly string[] | null | undefined {
  const claim = findClaim(claims, name)
  if (claim === undefined) return absent
  const texts = readTexts(claim)
  return texts?.includes('*') ? null : texts
}

/** A claim by its whole name, or by a path of names (Keycloak's `realm_access.roles`). */
function findClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

/** A list of texts, or one text with spaces as OAuth's `scope`; undefined when it is neither. */
function readTexts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value.split(' ').filter((part) => part !== '')
  const isList = Array.isArray(value) && value.every((part) => typeof part === 'string')
  return isList ? value : undefined
}

function refused(reason: string): JwtVerdict {
  return { ok: false, reason }
}
