import { err, ok, type Result } from '../../../result.ts'
import { inParallel } from '../../in-parallel.ts'
import type { StoredItem, Unavailable } from '../../port.ts'
import type { LogFailure } from '../fault.ts'
import { sequenceKey, viewProgressKey } from '../keys.ts'
import { type AuditLog, besideExpiry } from '../log.ts'
import type { Batch } from '../records/batch.ts'
import { loadContent } from '../records/content-parts.ts'
import { readRange } from '../records/range.ts'
import type { AuditRecord } from '../records/record.ts'
import { entriesOf, SEGMENT } from './views.ts'

/** How far the views are written: whole segments, and items of the one after. */
interface Progress {
  readonly segments: number
  readonly items: number
}

/** More items than a segment of the largest records has. */
const ITEMS_MAX = 1_000_000

/** How many segments have all their views. */
export async function readProgress({
  store,
  cluster,
}: Pick<AuditLog, 'store' | 'cluster'>): Promise<Result<Progress, Unavailable>> {
  const item = await store.get(viewProgressKey(cluster))
  if (!item.ok) return item
  const version = item.value?.version ?? 0
  return ok({ segments: Math.floor(version / ITEMS_MAX), items: version % ITEMS_MAX })
}

/** Whether views are due that nobody is known to have written. */
export function areViewsDue({ memory }: AuditLog): boolean {
  return Math.floor((memory.head?.end.size ?? 0) / SEGMENT) > memory.segmentsViewed
}

/**
 * Writes views that are due, at most so many items, and leaves word of how far it came: whoever
 * comes next goes on there. Two at it at once write the same.
 */
export async function writeViews(
  log: AuditLog,
  itemsMax: number,
): Promise<Result<null, LogFailure>> {
  const read = await readProgress(log)
  if (!read.ok) return read
  let { segments, items: done } = read.value
  log.memory.segmentsViewed = Math.max(log.memory.segmentsViewed, segments)
  let left = itemsMax
  while (left > 0 && (segments + 1) * SEGMENT <= (log.memory.head?.end.size ?? 0)) {
    const items = await itemsOf(log, segments)
    if (!items.ok) return items
    const next = items.value.slice(done, done + left)
    const written = await inParallel(next, async (item) => {
      const put = await log.store.put(item, 'absent')
      return put.ok || put.error.kind === 'conflict' ? ok(null) : err(put.error)
    })
    if (!written.ok) return written
    left -= Math.max(1, next.length)
    done += next.length
    if (done >= items.value.length) [segments, done] = [segments + 1, 0]
    const version = segments * ITEMS_MAX + done
    const progress = { ...viewProgressKey(log.cluster), version, body: '' }
    const noted = await log.store.put(progress, 'advances')
    if (!noted.ok && noted.error.kind === 'unavailable') return err(noted.error)
    log.memory.segmentsViewed = Math.max(log.memory.segmentsViewed, segments)
  }
  return ok(null)
}

async function itemsOf(log: AuditLog, segment: number): Promise<Result<StoredItem[], LogFailure>> {
  const records = await readSegment(log, segment)
  if (!records.ok) return records
  const entries = [...entriesOf(log.cluster, records.value)]
  const sk = sequenceKey(segment)
  return ok(
    entries.map(([pk, body]) => {
      return { pk, sk, version: 1, body: JSON.stringify(body), ...besideExpiry(log) }
    }),
  )
}

/** The records of a segment that are still there, with their contents. */
async function readSegment(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  segment: number,
): Promise<Result<AuditRecord[], LogFailure>> {
  const batches = await readRange(log, segment * SEGMENT + 1, (segment + 1) * SEGMENT)
  if (!batches.ok) return batches
  return inParallel(recordsIn(batches.value, segment), (record) => loadContent(log, record))
}

export function recordsIn(batches: readonly Batch[], segment: number): AuditRecord[] {
  const [from, to] = [segment * SEGMENT + 1, (segment + 1) * SEGMENT]
  const records = batches.flatMap((batch) => batch.records ?? [])
  return records.filter(({ sequence }) => sequence >= from && sequence <= to)
}
