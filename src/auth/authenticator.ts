import type { Caller } from './caller.ts'
import { verifyJwt } from './jwt.ts'
import { createKeySet } from './key-set.ts'
import type { AuthSettings } from './settings.ts'
import { createTokenLookup } from './static-tokens.ts'

export type Identity =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly reason: string }

/** Tells who sends a request, by its Authorization header. */
export interface Authenticator {
  /** Whether there is any way to authenticate. */
  readonly isConfigured: boolean
  /** Whether decisions need no credentials. */
  readonly isOpen: boolean
  /** Whether snapshots may be put without them. */
  readonly isOpenToWrite: boolean
  identify(authorization: string | undefined): Promise<Identity>
}

export interface AuthPlatform {
  readonly fetch: typeof fetch
  readonly now: () => Date
}

export function createAuthenticator(
  { tokens, jwt, isOpen, isOpenToWrite }: AuthSettings,
  platform: AuthPlatform,
): Authenticator {
  const lookUp = createTokenLookup(tokens)
  const keySet = jwt === null ? null : createKeySet({ url: jwt.jwksUrl, ...platform })
  return {
    isConfigured: tokens.length > 0 || jwt !== null,
    isOpen,
    isOpenToWrite,
    async identify(authorization) {
      if (authorization === undefined) return { kind: 'none' }
      const token = tokenOf(authorization)
      if (token === undefined) {
        return invalid('Authorization must be "Bearer" and a token, or "Basic" with it as password')
      }
      const caller = await lookUp(token)
      if (caller !== null) return { kind: 'caller', caller }
      if (jwt === null || keySet === null) return invalid('The token is not known')
      const verdict = await verifyJwt(token, jwt, keySet)
      return verdict.ok ? { kind: 'caller', caller: verdict.caller } : invalid(verdict.reason)
    },
  }
}

/** A kube-scheduler can send its extenders no bearer token, but the password of their address. */
function tokenOf(authorization: string): string | undefined {
  const basic = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1]
  if (basic === undefined) return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  try {
    return /^[^:]*:(\S+)$/.exec(atob(basic))?.[1]
  } catch {
    return undefined
  }
}

function invalid(reason: string): Identity {
  return { kind: 'invalid', reason }
}
