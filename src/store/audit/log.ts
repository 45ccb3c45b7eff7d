import type { StorePort } from '../port.ts'
import type { Runtime } from '../runtime.ts'
import type { AuditKeys } from './checkpoints/audit-keys.ts'
import type { LogMemory } from './memory.ts'

/** One cluster's audit log behind a store. */
export interface AuditLog {
  readonly store: StorePort
  readonly runtime: Runtime
  readonly cluster: string
  /** Null: records are kept for ever. */
  readonly retentionSeconds: number | null
  readonly keys: AuditKeys
  readonly memory: LogMemory
  /** Requests of this process may wait for one another, and so share a write. */
  readonly isShared: boolean
}

/** A machine whose clock is further off than this from the store's takes the store's time. */
const CLOCK_LEAD_MS_MAX = 60_000

/** The time that records get. One machine's wrong clock must not date them, nor their expiry. */
export function logTime({ store, runtime }: Pick<AuditLog, 'store' | 'runtime'>): Date {
  const now = runtime.now()
  const leadMs = store.clockLeadMs?.() ?? 0
  return Math.abs(leadMs) <= CLOCK_LEAD_MS_MAX ? now : new Date(now.getTime() + leadMs)
}

/** What stands beside a record outlives it by this, so that a record never stands without. */
const GRACE_SECONDS = 7 * 24 * 3600

/** The expiry of what is written now beside a record of now. */
export function besideExpiry(log: AuditLog): { expiresAtSeconds?: number } {
  const { retentionSeconds } = log
  if (retentionSeconds === null) return {}
  const nowSeconds = Math.floor(logTime(log).getTime() / 1000)
  return { expiresAtSeconds: nowSeconds + retentionSeconds + GRACE_SECONDS }
}
