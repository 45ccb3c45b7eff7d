import { err, ok, type Result } from '../../../result.ts'
import { toBase64 } from '../../base64.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import { currentCheckpoint, type NoSuch, noSuch } from '../checkpoints/proofs.ts'
import type { LogFailure } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { rootOf } from '../merkle/compact-range.ts'
import { hashText } from '../merkle/hash.ts'
import { readLeaves } from '../merkle/leaves.ts'
import { loadContent } from '../records/content-parts.ts'
import { readRange } from '../records/range.ts'
import type { AuditRecord } from '../records/record.ts'
import { EXPORT_FORMAT, type ExportLine } from './export-line.ts'

/** Records of a page: about three megabytes. */
const PAGE = 2048

type Log = Pick<AuditLog, 'store' | 'cluster'>

/**
 * One page of a log as lines of JSON, for whoever wants to keep it or to check it without Berth:
 * where it starts, the records as they are kept, the tree's hashes of those that have expired, and
 * at the end the checkpoint, or where the next page starts. Pages can be put behind one another.
 */
export async function exportPage(
  log: Log,
  from: number,
): Promise<Result<string[], LogFailure | NoSuch>> {
  const current = await currentCheckpoint(log)
  if (!current.ok) return current
  const checkpoint = current.value
  if (checkpoint === null) return err(noSuch(0))
  const { size } = checkpoint.end
  const last = Math.min(size, from + PAGE - 1)
  const lines: (ExportLine | AuditRecord)[] = [
    { kind: 'export', format: EXPORT_FORMAT, cluster: log.cluster, from },
  ]
  const batches = from > last ? ok([]) : await readRange(log, from, last)
  if (!batches.ok) return batches
  const records = batches.value
    .flatMap((batch) => batch.records ?? [])
    .filter(({ sequence }) => sequence >= from && sequence <= last)
  const whole = await inParallel(records, (record) => loadContent(log, record))
  if (!whole.ok) return whole
  let next = from
  for (const record of whole.value) {
    const gap = await leavesOf(log, checkpoint, next, record.sequence - 1)
    if (!gap.ok) return gap
    lines.push(...gap.value, withoutParts(record))
    next = record.sequence + 1
  }
  const rest = await leavesOf(log, checkpoint, next, last)
  if (!rest.ok) return rest
  lines.push(...rest.value, last < size ? { kind: 'next', from: last + 1 } : lineOf(checkpoint))
  return ok(lines.map((line) => `${JSON.stringify(line)}\n`))
}

async function leavesOf(
  log: Log,
  checkpoint: Checkpoint,
  first: number,
  last: number,
): Promise<Result<ExportLine[], LogFailure>> {
  if (first > last) return ok([])
  const leaves = await readLeaves(log, checkpoint, first, last)
  if (!leaves.ok) return leaves
  return ok([{ kind: 'leaves', from: first, hashes: leaves.value.map(toBase64) }])
}

/** Where a content is kept is nobody's business outside of the table. */
function withoutParts({ parts: _, ...record }: AuditRecord): AuditRecord {
  return record
}

function lineOf({ end, tree, note }: Checkpoint): ExportLine {
  const { size: sequence, hash, expiries } = end
  const root = hashText(rootOf(tree.whole))
  return {
    kind: 'checkpoint',
    sequence,
    hash,
    root,
    expiries: [...expiries].map(([at, expiry]) => [at, expiry]),
    note,
  }
}
