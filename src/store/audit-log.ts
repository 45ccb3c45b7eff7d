import { err, ok, type Result } from '../result.ts'
import { readTail, settle, settleTail, unixSeconds } from './audit-chain.ts'
import { claimKey, recordKey } from './audit-keys.ts'
import { type AuditRecord, chain, type NewRecord, parseRecord } from './audit-record.ts'
import { type BackoffPolicy, backOff } from './backoff.ts'
import { canonicalJson } from './canonical-json.ts'
import {
  BODY_BYTES_MAX,
  bodyBytes,
  type StoredItem,
  type StorePort,
  type Unavailable,
} from './port.ts'
import type { Runtime } from './runtime.ts'

/** One cluster's audit log behind a store. */
export interface AuditLog {
  readonly store: StorePort
  readonly runtime: Runtime
  readonly cluster: string
  /** Null: records are kept for ever. */
  readonly retentionSeconds: number | null
}

export type AppendResult =
  | { readonly kind: 'appended'; readonly record: AuditRecord }
  /** Recorded before; `record` is null once it has expired. */
  | { readonly kind: 'existing'; readonly sequence: number; readonly record: AuditRecord | null }

export interface TooLarge {
  readonly kind: 'tooLarge'
  readonly bytes: number
}

/** With 200 writers at once on one chain none needed more than half of these; see the tests. */
const CONTENTION: BackoffPolicy = { attempts: 60, baseMs: 20, capMs: 1500 }

/** So often a record is seen unsettled before its author counts as dead, not as still at work. */
const PATIENCE = 2

/**
 * Appends a record once. The record item is the lock: whoever puts number n + 1 first has it, and
 * everybody else reads the chain's end anew.
 */
export async function append(
  log: AuditLog,
  record: NewRecord,
): Promise<Result<AppendResult, Unavailable | TooLarge>> {
  let unsettled: number | null = null
  let sightings = 0
  for (let tried = 0; tried < CONTENTION.attempts; tried++) {
    const attempt = await tryAppend(log, record, sightings >= PATIENCE)
    if (!attempt.ok) return attempt
    if (attempt.value.kind !== 'contended') return ok(attempt.value)
    const seen = attempt.value.unsettled
    sightings = seen !== null && seen === unsettled ? sightings + 1 : 1
    unsettled = seen
    await backOff(log.runtime, CONTENTION, tried)
  }
  const cause = `${CONTENTION.attempts} tries lost against other writers of ${log.cluster}`
  return err({ kind: 'unavailable', retryAfterSeconds: 5, cause })
}

/** Somebody else was first; `unsettled` is the number of a record that its author has not settled. */
interface Contended {
  readonly kind: 'contended'
  readonly unsettled: number | null
}

/**
 * Nothing is ever appended behind a record whose claim is not written. So once the end is known and
 * settled, one look at this id's claim tells for certain whether it was recorded before: by a
 * retry, by a racing retry, or by a put that succeeded and whose answer was lost.
 */
async function tryAppend(
  log: AuditLog,
  record: NewRecord,
  settlesOthers: boolean,
): Promise<Result<AppendResult | Contended, Unavailable | TooLarge>> {
  const { store, cluster, runtime, retentionSeconds } = log
  const tail = await readTail(store, cluster)
  if (!tail.ok) return tail
  const { unsettled } = tail.value
  if (unsettled !== null && !settlesOthers) {
    return ok({ kind: 'contended', unsettled: unsettled.sequence })
  }
  const settled = await settleTail(store, tail.value)
  if (!settled.ok) return settled
  const recorded = await findRecorded(log, record)
  if (!recorded.ok) return recorded
  if (recorded.value !== null) return ok(recorded.value)

  const placement = { cluster, now: runtime.now(), retentionSeconds }
  const next = await chain(record, tail.value.end, placement)
  const item = toItem(next)
  const bytes = bodyBytes(item.body)
  if (bytes > BODY_BYTES_MAX) return err({ kind: 'tooLarge', bytes })
  const put = await store.put(item, 'absent')
  if (!put.ok) return put.error.kind === 'conflict' ? ok(LOST) : err(put.error)
  // Whether or not this succeeds, the record stands: the next writer or reader settles it.
  await settle(store, next)
  return ok({ kind: 'appended', record: next })
}

const LOST: Contended = { kind: 'contended', unsettled: null }

/** The record of a kind and id, by its claim; null when there never was one. */
export async function findRecorded(
  { store, cluster }: Pick<AuditLog, 'store' | 'cluster'>,
  what: Pick<AuditRecord, 'kind' | 'id'>,
): Promise<Result<Extract<AppendResult, { kind: 'existing' }> | null, Unavailable>> {
  const claim = await store.get(await claimKey(cluster, what))
  if (!claim.ok) return claim
  if (claim.value === null) return ok(null)
  const sequence = claim.value.version
  const item = await store.get(recordKey(cluster, sequence))
  if (!item.ok) return item
  const record = item.value === null ? null : parseRecord(item.value.body)
  return ok({ kind: 'existing', sequence, record })
}

function toItem(record: AuditRecord): StoredItem {
  return {
    ...recordKey(record.cluster, record.sequence),
    version: record.sequence,
    body: canonicalJson(record),
    ...(record.expiresAt === null ? {} : { expiresAtSeconds: unixSeconds(record.expiresAt) }),
  }
}
