import { ok, type Result } from '../result.ts'
import { chainPartition, sequenceKey } from './audit-keys.ts'
import type { AuditLog } from './audit-log.ts'
import { listedItem } from './audit-read.ts'
import type { Unavailable } from './port.ts'

/**
 * The lowest number below `end` whose record is of `instant` or later; `end` if there is none.
 * Times follow the numbers, so the chain is its own index of time: a million records take twenty
 * reads, and no second index has to be kept in step.
 */
export async function firstSince(
  { store, cluster }: Pick<AuditLog, 'store' | 'cluster'>,
  instant: Date,
  end: number,
): Promise<Result<number, Unavailable>> {
  let earlier = 0
  let since = end
  while (since - earlier > 1) {
    const middle = Math.floor((earlier + since) / 2)
    const found = await store.query({
      pk: chainPartition(cluster),
      to: sequenceKey(middle),
      limit: 1,
      descending: true,
    })
    if (!found.ok) return found
    const [item] = found.value
    const { sequence, record } = item === undefined ? NOTHING : listedItem(item)
    // Where records are gone, they were the oldest.
    const isEarlier = record === null || Date.parse(record.time) < instant.getTime()
    if (isEarlier) earlier = middle
    else since = sequence
  }
  return ok(since)
}

const NOTHING = { sequence: 0, record: null }
