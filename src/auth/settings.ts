import type { StaticToken } from './static-tokens.ts'
import { readStaticTokens } from './static-tokens.ts'

export interface JwtSettings {
  readonly jwksUrl: string
  readonly issuer: string
  readonly audience: string
  /** Names of claims; a dotted name also finds a claim inside another. */
  readonly rolesClaim: string
  readonly namespacesClaim: string
  readonly clustersClaim: string
}

/**
 * Who can reach this deployment: `loopback` only this machine, `network` whoever reaches the
 * address it is bound to, `hosted` the world (Workers, Lambda).
 */
export type Exposure = 'loopback' | 'network' | 'hosted'

export interface AuthSettings {
  readonly tokens: readonly StaticToken[]
  readonly jwt: JwtSettings | null
  /** Whether decisions need no credentials. */
  readonly isOpen: boolean
  /** Whether what is kept beside the store may be changed without credentials. */
  readonly isOpenToWrite: boolean
  /** Sentences for the operator's log at start. */
  readonly warnings: readonly string[]
}

type Env = Readonly<Record<string, string | undefined>>

/** Reads who may do what; throws a TypeError that names the variable, never a token. */
export function readAuthSettings(env: Env, exposure: Exposure): AuthSettings {
  const tokens = readStaticTokens(env['BERTH_TOKENS'])
  const jwt = readJwtSettings(env)
  if (tokens.length > 0 || jwt !== null) {
    return { tokens, jwt, isOpen: false, isOpenToWrite: false, warnings: [] }
  }
  return { tokens, jwt, ...openness(exposure, env['BERTH_OPEN'] === 'true') }
}

type Openness = Pick<AuthSettings, 'isOpen' | 'isOpenToWrite' | 'warnings'>

function openness(exposure: Exposure, isMeant: boolean): Openness {
  if (exposure === 'loopback' || isMeant) {
    return { isOpen: true, isOpenToWrite: true, warnings: [] }
  }
  const unset = 'Neither BERTH_TOKENS nor BERTH_JWKS_URL is set'
  if (exposure === 'hosted') {
    const warning = `${unset}: decisions are open to everybody (BERTH_OPEN=true says that is meant)`
    return { isOpen: true, isOpenToWrite: false, warnings: [warning] }
  }
  const warning = `${unset} and HOST is not the loopback: decisions are refused (BERTH_OPEN=true opens them)`
  return { isOpen: false, isOpenToWrite: false, warnings: [warning] }
}

const JWT_VARIABLES = ['BERTH_JWKS_URL', 'BERTH_JWT_ISSUER', 'BERTH_JWT_AUDIENCE'] as const

// All three or none: a token of the right key set but for another service must not pass.
function readJwtSettings(env: Env): JwtSettings | null {
  const [jwksUrl, issuer, audience] = JWT_VARIABLES.map((name) => env[name] || undefined)
  if (jwksUrl === undefined && issuer === undefined && audience === undefined) return null
  if (jwksUrl === undefined || issuer === undefined || audience === undefined) {
    const missing = JWT_VARIABLES.filter((name) => !env[name]).join(', ')
    throw new TypeError(`JWTs need ${JWT_VARIABLES.join(', ')}; missing: ${missing}`)
  }
  if (!isTrustworthy(jwksUrl)) {
    throw new TypeError('BERTH_JWKS_URL must be an https address (http only on the loopback)')
  }
  return {
    jwksUrl,
    issuer,
    audience,
    rolesClaim: env['BERTH_JWT_ROLES_CLAIM'] || 'roles',
    namespacesClaim: env['BERTH_JWT_NAMESPACES_CLAIM'] || 'namespaces',
    clustersClaim: env['BERTH_JWT_CLUSTERS_CLAIM'] || 'clusters',
  }
}

// Whoever can change the keys on their way can sign any token.
function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === 'http:' && isLoopback(hostname)
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}
