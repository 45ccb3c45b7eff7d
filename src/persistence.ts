import type { Platform } from './api/http/app-env.ts'
import { createCursors } from './api/http/store/cursors.ts'
import { type Authenticator, createAuthenticator } from './auth/authenticator.ts'
import { type Exposure, readAuthSettings } from './auth/settings.ts'
import type { Result } from './result.ts'
import { readAuditKeys } from './store/audit/checkpoints/audit-keys.ts'
import { type AuditLogs, createAuditLogs } from './store/audit/logs.ts'
import { auditDecisions, type RecordDecisions } from './store/audit/records/preemptions.ts'
import { createCursorKey } from './store/cursor-key.ts'
import { type LoadDynamodb, openStore } from './store/open.ts'
import type { StorePort } from './store/port.ts'
import type { Runtime } from './store/runtime.ts'
import { readCallsMax, readRetentionSeconds, readStoreSettings } from './store/settings.ts'

/** What the store and its callers need of the platform. */
export interface PersistenceOptions {
  readonly env: Platform['env']
  readonly exposure: Exposure
  readonly runtime: Runtime
  /** Instead of the one that the environment names; null: none. */
  readonly store?: StorePort | null
  /** Where the platform carries the client of a table. */
  readonly loadDynamodb?: LoadDynamodb
  /** Instead of the one that the environment describes. */
  readonly authenticator?: Authenticator
  /** Instead of recording here. */
  readonly recordDecisions?: RecordDecisions
  /** Calls of the store that the platform allows a request. */
  readonly storeCallsMax?: number
  /** Requests may wait for one another; true if absent. */
  readonly isShared?: boolean
}

/** Who may ask, and what is kept. */
export interface Persistence
  extends Pick<
    Platform,
    'auth' | 'store' | 'runtime' | 'auditLogs' | 'recordDecisions' | 'cursors'
  > {
  /** For the log, once. */
  readonly warnings: readonly string[]
}

/** Reads the environment; throws a TypeError that says which variable is wrong. */
export function readPersistence(options: PersistenceOptions): Persistence {
  const { env, exposure, runtime } = options
  const settings = orThrow(readStoreSettings(env))
  const auth = readAuthSettings(env, exposure)
  const forgetful = settings.kind === 'memory' ? [FORGETFUL] : []
  const store =
    options.store === undefined
      ? openStore(settings, runtime, options.loadDynamodb ?? null)
      : options.store
  const logSettings = {
    retentionSeconds: orThrow(readRetentionSeconds(env)),
    keys: orThrow(readAuditKeys(env)),
    callsMax: orThrow(readCallsMax(env, options.storeCallsMax ?? CALLS_MAX)),
    isShared: options.isShared ?? true,
  }
  const auditLogs = store === null ? null : createAuditLogs(store, runtime, logSettings)
  return {
    auth:
      options.authenticator ??
      createAuthenticator(auth, { fetch: (...request) => fetch(...request), now: runtime.now }),
    store,
    runtime,
    auditLogs,
    recordDecisions: options.recordDecisions ?? recorderOf(auditLogs),
    cursors: store === null ? null : createCursors(createCursorKey(store)),
    warnings: [...auth.warnings, ...forgetful],
  }
}

/** Where a platform does not count them, a request ends before its caller has given up. */
const CALLS_MAX = 1000

function recorderOf(logs: AuditLogs | null): RecordDecisions | null {
  if (logs === null) return null
  return (cluster, request, proposals) => auditDecisions(logs.of(cluster), request, proposals)
}

const FORGETFUL = 'BERTH_STORE=memory: nothing is kept when the process ends'

function orThrow<T>(result: Result<T, string>): T {
  if (!result.ok) throw new TypeError(result.error)
  return result.value
}
