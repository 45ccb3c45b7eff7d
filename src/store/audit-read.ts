import { ok, type Result } from '../result.ts'
import { chainPartition, recordKey, sequenceKey, type View, viewPartition } from './audit-keys.ts'
import type { AuditLog } from './audit-log.ts'
import { type AuditRecord, parseRecord } from './audit-record.ts'
import { inParallel } from './in-parallel.ts'
import type { StoredItem, Unavailable } from './port.ts'

/** A number of the chain and its record; null where that has expired or cannot be read. */
export interface Listed {
  readonly sequence: number
  readonly record: AuditRecord | null
}

type Chain = Pick<AuditLog, 'store' | 'cluster'>

/** What to read for some views; for none, the chain itself. */
export async function partitionsOf(cluster: string, views: readonly View[]): Promise<string[]> {
  if (views.length === 0) return [chainPartition(cluster)]
  return Promise.all(views.map((view) => viewPartition(cluster, view)))
}

/** The `limit` entries with the highest numbers below `before`, highest first, each once. */
export async function readBefore(
  chain: Chain,
  partitions: readonly string[],
  before: number,
  limit: number,
): Promise<Result<Listed[], Unavailable>> {
  if (before <= 1) return ok([])
  const to = sequenceKey(before - 1)
  const newest = (pk: string) => chain.store.query({ pk, to, limit, descending: true })
  const lists = await inParallel(partitions, newest)
  if (!lists.ok) return lists
  const items = lists.value.flat()
  if (partitions[0] === chainPartition(chain.cluster)) return ok(items.map(listedItem))
  const sequences = [...new Set(items.map(({ version }) => version))]
  const highest = sequences.sort((a, b) => b - a).slice(0, limit)
  return inParallel(highest, (sequence) => readRecord(chain, sequence))
}

async function readRecord(
  { store, cluster }: Chain,
  sequence: number,
): Promise<Result<Listed, Unavailable>> {
  const item = await store.get(recordKey(cluster, sequence))
  if (!item.ok) return item
  return ok({ sequence, record: item.value === null ? null : parseRecord(item.value.body) })
}

/** The number is that of the key: what stands in the body may have been altered. */
export function listedItem({ sk, body }: StoredItem): Listed {
  return { sequence: Number(sk), record: parseRecord(body) }
}
