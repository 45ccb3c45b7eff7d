import { ok, type Result } from '../../../result.ts'
import type { Unavailable } from '../../port.ts'
import type { AuditLog } from '../log.ts'
import { type Batch, lastOf, readBatches } from '../records/batch.ts'
import { type AuditRecord, keyOf } from '../records/record.ts'

/**
 * A record stands at most so many places behind the one that its claim names: whoever is kept
 * waiting for longer claims anew. So a search ends.
 */
export const WINDOW = 4096

export interface Found {
  /** By key, the first of each. */
  readonly records: ReadonlyMap<string, AuditRecord>
  /** The last record that was looked at. */
  readonly through: number
}

/** Looks for records of these keys behind record `after`, up to record `until` or the chain's end. */
export async function searchChain(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  after: number,
  until: number,
  keys: readonly string[],
): Promise<Result<Found, Unavailable>> {
  const wanted = new Set(keys)
  const records = new Map<string, AuditRecord>()
  let through = after
  // Nearly always it is in the first batch, or the chain ends there.
  for (let limit = 2; through < until && records.size < wanted.size; limit *= 2) {
    const batches = await readBatches(log, through + 1, limit)
    if (!batches.ok) return batches
    for (const batch of batches.value) {
      collect(batch, wanted, records)
      through = lastOf(batch)
    }
    if (batches.value.length < limit) break
  }
  return ok({ records, through })
}

function collect(
  { records }: Batch,
  wanted: ReadonlySet<string>,
  found: Map<string, AuditRecord>,
): void {
  for (const record of records ?? []) {
    const key = keyOf(record)
    if (wanted.has(key) && !found.has(key)) found.set(key, record)
  }
}
