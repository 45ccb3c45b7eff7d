import type { Platform } from './api/http/app-env.ts'
import { type Authenticator, createAuthenticator } from './auth/authenticator.ts'
import { type Exposure, readAuthSettings } from './auth/settings.ts'
import type { Result } from './result.ts'
import { openStore } from './store/open.ts'
import type { StorePort } from './store/port.ts'
import type { Runtime } from './store/runtime.ts'
import { readRetentionSeconds, readStoreSettings } from './store/settings.ts'

/** What the store and its callers need of the platform. */
export interface PersistenceOptions {
  readonly env: Platform['env']
  readonly exposure: Exposure
  readonly runtime: Runtime
  /** Reads the keys of JWTs. */
  readonly fetch: typeof fetch
  /** Instead of the one that the environment names; null: none. */
  readonly store?: StorePort | null
  /** Instead of the one that the environment describes. */
  readonly authenticator?: Authenticator
}

type Persistence = Pick<Platform, 'auth' | 'store' | 'runtime' | 'auditRetentionSeconds'>

/** Reads the environment; throws a TypeError that says which variable is wrong. */
export function readPersistence(
  options: PersistenceOptions,
): Persistence & { readonly warnings: readonly string[] } {
  const { env, exposure, runtime } = options
  const settings = orThrow(readStoreSettings(env))
  const auth = readAuthSettings(env, exposure)
  const forgetful = settings.kind === 'memory' ? [FORGETFUL] : []
  return {
    auth:
      options.authenticator ??
      createAuthenticator(auth, { fetch: options.fetch, now: runtime.now }),
    store: options.store === undefined ? openStore(settings, runtime) : options.store,
    runtime,
    auditRetentionSeconds: orThrow(readRetentionSeconds(env)),
    warnings: [...auth.warnings, ...forgetful],
  }
}

const FORGETFUL = 'BERTH_STORE=memory: nothing is kept when the process ends'

function orThrow<T>(result: Result<T, string>): T {
  if (!result.ok) throw new TypeError(result.error)
  return result.value
}
