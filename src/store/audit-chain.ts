import { err, ok, type Result } from '../result.ts'
import {
  chainPartition,
  checkpointKey,
  claimKey,
  sequenceKey,
  viewPartition,
  viewsOf,
} from './audit-keys.ts'
import { type AuditRecord, CHAIN_START, ChainEnd, endOf, parseRecord } from './audit-record.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Condition, StoredItem, StorePort, Unavailable } from './port.ts'

/** Indexes outlive their records, so that a record never stands without them. */
const INDEX_GRACE_SECONDS = 7 * 24 * 3600

/** A chain's end; `unsettled` is its last record while its views and claim may be incomplete. */
export interface Tail {
  readonly end: ChainEnd
  readonly last: AuditRecord | null
  readonly unsettled: AuditRecord | null
}

/**
 * Finds where the chain ends. The checkpoint is written after each record and all that belongs to
 * it, so it lags by one record at most; where it is ahead, the chain's last records are gone
 * (expired, or taken away), and the chain goes on behind them instead of using a number twice.
 */
export async function readTail(
  store: StorePort,
  cluster: string,
): Promise<Result<Tail, Unavailable>> {
  // In this order: a checkpoint read after the query could be ahead by an append in between.
  const checkpoint = await readCheckpoint(store, cluster)
  if (!checkpoint.ok) return checkpoint
  const newest = await store.query({ pk: chainPartition(cluster), limit: 1, descending: true })
  if (!newest.ok) return newest
  const [item] = newest.value
  const last = item === undefined ? null : parseRecord(item.body)
  const settled = checkpoint.value ?? CHAIN_START
  if (last === null || last.sequence < settled.sequence) {
    return ok({ end: settled, last: null, unsettled: null })
  }
  const unsettled = last.sequence > settled.sequence ? last : null
  return ok({ end: endOf(last), last, unsettled })
}

export async function readCheckpoint(
  store: StorePort,
  cluster: string,
): Promise<Result<ChainEnd | null, Unavailable>> {
  const item = await store.get(checkpointKey(cluster))
  if (!item.ok) return item
  return ok(item.value === null ? null : parseEnd(item.value.body))
}

/**
 * Completes a record: its views and its claim, then the checkpoint. Anybody may repeat it, and
 * nothing is appended behind a record before it was done.
 */
export async function settle(
  store: StorePort,
  record: AuditRecord,
): Promise<Result<null, Unavailable>> {
  const indexes = await indexItems(record)
  const written = await Promise.all(indexes.map((item) => putOnce(store, item, 'absent')))
  const failed = written.find((result) => !result.ok)
  if (failed !== undefined) return failed
  const end = endOf(record)
  const checkpoint = {
    ...checkpointKey(record.cluster),
    version: end.sequence,
    body: canonicalJson(end),
  }
  return putOnce(store, checkpoint, 'advances')
}

/** Completes what an appender that died, or is still at work, left open. */
export async function settleTail(store: StorePort, tail: Tail): Promise<Result<null, Unavailable>> {
  return tail.unsettled === null ? ok(null) : settle(store, tail.unsettled)
}

async function indexItems(record: AuditRecord): Promise<StoredItem[]> {
  const { cluster, sequence, expiresAt } = record
  const sk = sequenceKey(sequence)
  const views = viewsOf(record).map(async (view) => ({
    pk: await viewPartition(cluster, view),
    sk,
  }))
  const keys = [await claimKey(cluster, record), ...(await Promise.all(views))]
  const expiry =
    expiresAt === null ? {} : { expiresAtSeconds: unixSeconds(expiresAt) + INDEX_GRACE_SECONDS }
  return keys.map((key) => ({ ...key, version: sequence, body: '', ...expiry }))
}

// A conflict says that somebody else has done the same already, or more.
async function putOnce(
  store: StorePort,
  item: StoredItem,
  condition: Condition,
): Promise<Result<null, Unavailable>> {
  const put = await store.put(item, condition)
  if (put.ok) return put
  return put.error.kind === 'conflict' ? ok(null) : err(put.error)
}

export function unixSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000)
}

// A checkpoint that cannot be read counts as none; verification then says what is wrong.
function parseEnd(body: string): ChainEnd | null {
  try {
    return ChainEnd.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}
