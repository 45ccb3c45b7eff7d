import * as z from 'zod'
import { ok, type Result } from '../../../result.ts'
import type { StoredItem, StorePort, Unavailable } from '../../port.ts'
import { readJson } from '../../read-json.ts'
import { batchKey, chainPartition, sequenceKey } from '../keys.ts'
import { AuditRecord } from './record.ts'

/** One item of the chain: records that follow one another, written at once. */
export interface Batch {
  /** The number of its first record, by the item's key: what stands in the body can be altered. */
  readonly first: number
  /** Null when the body cannot be read as records. */
  readonly records: readonly AuditRecord[] | null
  /** The checkpoint behind the batch, signed by its author; null where nobody signs. */
  readonly note: string | null
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

/**
 * The batches that start at records `from` to `to`, oldest first, in one read: platforms count calls,
 * and a chain that few write to has a batch for each record.
 */
export async function readBatchesBetween(
  { store, cluster }: Chain,
  from: number,
  to: number,
): Promise<Result<Batch[], Unavailable>> {
  const range = { pk: chainPartition(cluster), from: sequenceKey(from), to: sequenceKey(to) }
  const items = await store.query({ ...range, limit: to - from + 1 })
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

const Body = z.strictObject({
  format: z.literal(1),
  note: z.string().nullable(),
  records: AuditRecord.array().min(1),
})

function toBatch({ sk, body, version }: StoredItem): Batch {
  const { records = null, note = null } = readJson(Body, body) ?? {}
  return { first: Number(sk), records, note, version }
}

/** The item that holds these records. */
export function toItem(
  cluster: string,
  records: readonly AuditRecord[],
  note: string | null,
  version = 1,
): StoredItem {
  const [first] = records
  if (first === undefined) throw new Error('a batch has a record')
  const body: z.input<typeof Body> = { format: 1, note, records: [...records] }
  return {
    ...batchKey(cluster, first.sequence),
    version,
    body: JSON.stringify(body),
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
