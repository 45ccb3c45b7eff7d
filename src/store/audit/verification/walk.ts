import { err, ok, type Result } from '../../../result.ts'
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import { type AuditLog, logTime } from '../log.ts'
import { appendLeaf, appendLeaves, type CompactRange, rootOf } from '../merkle/compact-range.ts'
import { type Hash, isSameHash } from '../merkle/hash.ts'
import { readLeaves } from '../merkle/leaves.ts'
import type { Batch } from '../records/batch.ts'
import { contentOf } from '../records/content.ts'
import { loadContent } from '../records/content-parts.ts'
import { haveExpiredSince } from '../records/expiries.ts'
import { readRecord } from '../records/range.ts'
import {
  type AuditRecord,
  isContentUnaltered,
  isHeaderUnaltered,
  leafOf,
} from '../records/record.ts'
import { type Finding, finding, type Stop, stopOf } from './finding.ts'

/** What a walk found good so far. */
export interface Walk {
  readonly log: AuditLog
  readonly checkpoint: Checkpoint | null
  /** Records with a content that is kept beside the chain, as they were read, by sequence. */
  readonly loaded: Map<number, AuditRecord>
  /** The last record that was found good, or expired. */
  last: { readonly sequence: number; readonly leaf: Hash }
  /** The tree up to there. */
  range: CompactRange
  first: number | null
  lastChecked: number | null
  checked: number
  expired: number
  erased: number
}

/** Holds one record after another against what stands before it. */
export async function walkOver(
  walk: Walk,
  batches: readonly Batch[],
  until: number,
): Promise<Result<null, Stop>> {
  for (const batch of batches) {
    const { first, records } = batch
    if (records === null && first > walk.last.sequence) {
      return err(finding('altered', first, 'It is not a record any more.'))
    }
    for (const [at, record] of (records ?? []).entries()) {
      const sequence = first + at
      if (sequence <= walk.last.sequence || sequence > until) continue
      const stop = await step(walk, sequence, record, nextOf(batches, batch, at))
      if (!stop.ok) return stop
    }
  }
  return ok(null)
}

function nextOf(batches: readonly Batch[], batch: Batch, at: number): AuditRecord | null {
  const inside = batch.records?.[at + 1]
  return inside ?? batches[batches.indexOf(batch) + 1]?.records?.[0] ?? null
}

async function step(
  walk: Walk,
  sequence: number,
  record: AuditRecord,
  next: AuditRecord | null,
): Promise<Result<null, Stop>> {
  const { cluster } = walk.log
  if (record.sequence !== sequence || record.cluster !== cluster) {
    const detail = `It is record ${record.sequence} of ${record.cluster}.`
    return err(finding('altered', sequence, detail))
  }
  if (!isHeaderUnaltered(record)) {
    return err(finding('altered', sequence, 'Its hash is not that of its content.'))
  }
  const gap = await passGap(walk, sequence, record)
  if (!gap.ok) return gap
  if (!isSameHash(leafOf(record.previous), walk.last.leaf)) {
    return err(brokenLink(walk, record, next))
  }
  const content = await checkContent(walk, record)
  if (!content.ok) return content
  walk.first ??= sequence
  walk.lastChecked = sequence
  walk.checked += 1
  const leaf = leafOf(record)
  walk.range = appendLeaf(walk.range, leaf)
  walk.last = { sequence, leaf }
  return atCheckpoint(walk)
}

/** Records are gone: only those that have expired may be, and their leaves are kept. */
async function passGap(
  walk: Walk,
  sequence: number,
  { previous }: AuditRecord,
): Promise<Result<null, Stop>> {
  const missing = walk.last.sequence + 1
  if (sequence === missing) return ok(null)
  if (!haveExpiredSince(previous.expiries, missing, logTime(walk.log))) {
    const detail = `Records ${missing} to ${sequence - 1} are gone, and not all have expired.`
    return err(finding('missing', missing, detail))
  }
  return skip(walk, sequence - 1)
}

/** Goes on behind records that have expired: the tree still knows them. */
export async function skip(walk: Walk, to: number): Promise<Result<null, Stop>> {
  const { log, checkpoint } = walk
  const from = walk.last.sequence + 1
  if (checkpoint === null) return err(finding('missing', from, 'There is no checkpoint.'))
  const leaves = await readLeaves(log, checkpoint, from, to)
  if (!leaves.ok) return err(stopOf('tree', leaves.error))
  const lastLeaf = leaves.value.at(-1)
  const isWhole = leaves.value.length === to - from + 1 && lastLeaf !== undefined
  if (!isWhole) return err(finding('missing', from, `Nothing is known of records up to ${to}.`))
  walk.range = appendLeaves(walk.range, leaves.value)
  walk.expired += to - from + 1
  walk.last = { sequence: to, leaf: lastLeaf }
  return atCheckpoint(walk)
}

/** Where the checkpoint stands, its hash and its tree must be those of the walk. */
function atCheckpoint({ last, range, checkpoint }: Walk): Result<null, Finding> {
  if (checkpoint === null || checkpoint.end.size !== last.sequence) return ok(null)
  if (!isSameHash(leafOf(checkpoint.end), last.leaf)) {
    return err(finding('altered', last.sequence, 'The checkpoint knows it by another hash.'))
  }
  if (isSameHash(rootOf(range), rootOf(checkpoint.tree.whole))) return ok(null)
  const detail = "The tree over all records is not the checkpoint's: one of them was rewritten."
  return err(finding('tree', last.sequence, detail))
}

/**
 * Two records, each good in itself, that do not know each other: one was rewritten with its hash.
 * It is the later one if what follows does not know it either.
 */
function brokenLink(
  { last, checkpoint }: Walk,
  { sequence, hash }: AuditRecord,
  next: AuditRecord | null,
): Finding {
  const isDisowned = next?.sequence === sequence + 1 && next.previous.hash !== hash
  const isRewritten = checkpoint?.end.size === sequence && checkpoint.end.hash !== hash
  if (isDisowned || isRewritten || last.sequence === 0) {
    return finding('altered', sequence, `It does not continue record ${last.sequence}.`)
  }
  return finding('altered', last.sequence, `Record ${sequence} knows it by another hash.`)
}

async function checkContent(walk: Walk, record: AuditRecord): Promise<Result<null, Stop>> {
  const { sequence, erasedBy } = record
  if (erasedBy !== undefined && record.content === null) return checkErasure(walk, record, erasedBy)
  const loaded = await loadContent(walk.log, record)
  if (!loaded.ok) return err(stopOf('altered', loaded.error))
  if (record.parts !== undefined) walk.loaded.set(sequence, loaded.value)
  if (isContentUnaltered(record, loaded.value.content)) return ok(null)
  return err(finding('altered', sequence, 'Its content is not what was recorded.'))
}

/** A content may be gone where a record of the chain says so. */
async function checkErasure(
  walk: Walk,
  { sequence }: AuditRecord,
  erasedBy: number,
): Promise<Result<null, Stop>> {
  const erasure = await readRecord(walk.log, erasedBy)
  if (!erasure.ok) return erasure
  const content = erasure.value === null ? null : contentOf(erasure.value, 'erasure')
  const isGood =
    erasure.value !== null &&
    isHeaderUnaltered(erasure.value) &&
    isContentUnaltered(erasure.value, erasure.value.content)
  if (isGood && content?.sequences.includes(sequence)) {
    walk.erased += 1
    return ok(null)
  }
  const detail = `Its content is gone, and record ${erasedBy} does not say why.`
  return err(finding('altered', sequence, detail))
}
