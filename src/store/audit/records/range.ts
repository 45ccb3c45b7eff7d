import { ok, type Result } from '../../../result.ts'
import type { Unavailable } from '../../port.ts'
import type { AuditLog } from '../log.ts'
import { type Batch, lastOf, readBatchesBack, readBatchesBetween } from './batch.ts'
import type { AuditRecord } from './record.ts'

type Chain = Pick<AuditLog, 'store' | 'cluster'>

/** The batches that hold records `first` to `last`, oldest first. */
export async function readRange(
  chain: Chain,
  first: number,
  last: number,
): Promise<Result<Batch[], Unavailable>> {
  // The record may stand inside a batch, which is found by the number that it starts with.
  const before = await readBatchesBack(chain, first, 1)
  if (!before.ok) return before
  const batches = before.value.filter((batch) => lastOf(batch) >= first)
  const from = Math.max(first, ...batches.map((batch) => lastOf(batch) + 1))
  if (from > last) return ok(batches)
  const inside = await readBatchesBetween(chain, from, last)
  return inside.ok ? ok([...batches, ...inside.value]) : inside
}

/** The batch with one record, or null: it expired, or was taken away. */
export async function readBatchOf(
  chain: Chain,
  sequence: number,
): Promise<Result<Batch | null, Unavailable>> {
  const batches = await readBatchesBack(chain, sequence, 1)
  if (!batches.ok) return batches
  const [batch] = batches.value
  return ok(batch !== undefined && lastOf(batch) >= sequence ? batch : null)
}

/** One record, by its number. */
export async function readRecord(
  chain: Chain,
  sequence: number,
): Promise<Result<AuditRecord | null, Unavailable>> {
  const batch = await readBatchOf(chain, sequence)
  return batch.ok ? ok(recordIn(batch.value, sequence)) : batch
}

export function recordIn(batch: Batch | null, sequence: number): AuditRecord | null {
  return batch?.records?.[sequence - batch.first] ?? null
}
