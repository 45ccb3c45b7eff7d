import { ok, type Result } from '../../result.ts'
import type { StoredItem, StorePort, Unavailable } from '../port.ts'
import { hasExpired } from './expiries.ts'
import { batchKey, chainPartition, sequenceKey } from './keys.ts'
import { AuditRecord } from './record.ts'

/** One item of the chain: records that follow one another, written at once. */
export interface Batch {
  /** The number of its first record, by the item's key: what stands in the body can be altered. */
  readonly first: number
  /** Null when the body cannot be read as records. */
  readonly records: readonly AuditRecord[] | null
  /** How often the item was written: once, and again for each erasure. */
  readonly version: number
}

/** The number of a batch's last record; of one that cannot be read, its first. */
export function lastOf({ first, records }: Batch): number {
  return first + Math.max(1, records?.length ?? 1) - 1
}

interface Chain {
  readonly store: StorePort
  readonly cluster: string
}

/** Batches from record `from` on, oldest first; `from` must be the first of its batch. */
export async function readBatches(
  { store, cluster }: Chain,
  from: number,
  limit: number,
): Promise<Result<Batch[], Unavailable>> {
  const pk = chainPartition(cluster)
  const items = await store.query({ pk, from: sequenceKey(from), limit })
  return items.ok ? ok(items.value.map(toBatch)) : items
}

/** The batches that start at or before record `to`, newest first. */
export async function readBatchesBack(
  { store, cluster }: Chain,
  to: number,
  limit: number,
): Promise<Result<Batch[], Unavailable>> {
  const pk = chainPartition(cluster)
  const items = await store.query({ pk, to: sequenceKey(to), limit, descending: true })
  return items.ok ? ok(items.value.map(toBatch)) : items
}

/** The last batches of the chain, newest first. */
export async function readLastBatches(
  chain: Chain,
  limit: number,
): Promise<Result<Batch[], Unavailable>> {
  return readBatchesBack(chain, Number.MAX_SAFE_INTEGER, limit)
}

export function toBatch({ sk, body, version }: StoredItem): Batch {
  return { first: Number(sk), records: parseRecords(body), version }
}

function parseRecords(body: string): AuditRecord[] | null {
  try {
    return AuditRecord.array().min(1).safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

/** The item that holds these records. */
export function toItem(cluster: string, records: readonly AuditRecord[], version = 1): StoredItem {
  const [first] = records
  if (first === undefined) throw new Error('a batch has a record')
  return {
    ...batchKey(cluster, first.sequence),
    version,
    body: JSON.stringify(records),
    ...expiryOf(records),
  }
}

/** The store may drop an item once the last of its records has expired. */
function expiryOf(records: readonly AuditRecord[]): { expiresAtSeconds?: number } {
  let latest = 0
  for (const { expiresAt } of records) {
    if (expiresAt === null) return {}
    latest = Math.max(latest, Date.parse(expiresAt))
  }
  return { expiresAtSeconds: Math.floor(latest / 1000) }
}

export function isAllExpired(records: readonly AuditRecord[], now: Date): boolean {
  return records.every(({ expiresAt }) => hasExpired(expiresAt, now))
}
