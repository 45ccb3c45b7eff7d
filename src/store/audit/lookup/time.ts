import { ok, type Result } from '../../../result.ts'
import type { Unavailable } from '../../port.ts'
import type { AuditLog } from '../log.ts'
import { readBatchesBack } from '../records/batch.ts'

/**
 * The lowest number below `end` whose record is of `instant` or later; `end` if there is none.
 * Times follow the numbers, so the chain is its own index of time: a million records take twenty
 * reads, and no second index has to be kept in step.
 */
export async function firstSince(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  instant: Date,
  end: number,
): Promise<Result<number, Unavailable>> {
  let earlier = 0
  let since = end
  while (since - earlier > 1) {
    const middle = Math.floor((earlier + since) / 2)
    const found = await readBatchesBack(log, middle, 1)
    if (!found.ok) return found
    const [batch] = found.value
    const records = (batch?.records ?? []).filter(({ sequence }) => sequence <= middle)
    const first = records.find(({ time }) => Date.parse(time) >= instant.getTime())
    // Where records are gone, they were the oldest.
    if (first === undefined) earlier = middle
    else since = first.sequence
    if (first !== undefined && first !== records[0]) return ok(since)
  }
  return ok(since)
}
