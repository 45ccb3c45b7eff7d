import type { ChainReport } from '../../../../schemas/store/preemption-record.ts'
import { err, ok, type Result } from '../../../result.ts'
import type { Unavailable } from '../../port.ts'
import { type Checkpoint, readCheckpoint } from '../checkpoints/checkpoint.ts'
import { checkNoted, type Noted } from '../checkpoints/noted.ts'
import { counted } from '../counted.ts'
import { type AuditLog, logTime } from '../log.ts'
import { SEGMENT } from '../lookup/views.ts'
import { readProgress, recordsIn } from '../lookup/write-views.ts'
import { type CompactRange, EMPTY_RANGE, rootOf } from '../merkle/compact-range.ts'
import { type Hash, hashText } from '../merkle/hash.ts'
import { type Batch, readBatches, readLastBatches } from '../records/batch.ts'
import { haveExpiredSince } from '../records/expiries.ts'
import { extend, findSignatureFault, readWhole } from '../records/head.ts'
import { readRange } from '../records/range.ts'
import { CHAIN_START, leafOf } from '../records/record.ts'
import { checkClasses } from './check-classes.ts'
import { checksOf, runChecks } from './check-indexes.ts'
import { type Finding, finding, type Stop, stopOf } from './finding.ts'
import { skip, type Walk, walkOver } from './walk.ts'

/** Where a walk of limited length stopped: before a segment, or in the checks of one. */
export interface Position {
  readonly segment: number
  /** Of the last record before the segment, as the tree holds it. */
  readonly leaf: Hash
  readonly range: CompactRange
  /** Checks of what leads to the segment's records that were made already. */
  readonly checksDone: number
}

export interface VerifyOptions {
  readonly from: Position | null
  /** A number and hash that somebody noted: the log must still hold that record. */
  readonly noted: Noted | null
  /** Calls of the store; even where there are very few, a step is made. */
  readonly callsMax: number
}

/** A report, and for `partial` where to go on. */
export interface Verification {
  readonly report: Omit<ChainReport, 'nextCursor'>
  readonly position: Position | null
}

/** Checks of one step, a call each. */
const CHECKS_STEP = 12
/** What reading a segment takes, and its first step of checks. */
const SEGMENT_CALLS = 4 + CHECKS_STEP
/** What the checkpoint and the PriorityClasses take when the walk is through. */
const END_CALLS = 9

const START: Position = {
  segment: 0,
  leaf: leafOf(CHAIN_START),
  range: EMPTY_RANGE,
  checksDone: 0,
}

/**
 * Walks the chain from its first record, or on from where an earlier walk stopped, and names the
 * first record at which something is wrong: with the record, with what stands before it, with the
 * tree, with a claim or view that leads to it, or with the checkpoint.
 */
export async function verifyChain(
  given: AuditLog,
  { from, noted, callsMax }: VerifyOptions,
): Promise<Result<Verification, Unavailable>> {
  const log = { ...given, store: counted(given.store) }
  const begun = await begin(log, from ?? START, noted)
  if (!begun.ok) return stopped(begun.error, null)
  const { walk, segmentsViewed } = begun.value
  let position = from ?? START
  const hasRoomFor = (calls: number) => log.store.calls() + calls <= callsMax - END_CALLS
  for (;;) {
    const step = await verifySegment(walk, position, segmentsViewed, hasRoomFor)
    if (!step.ok) return stopped(step.error, walk)
    if (step.value === 'end') break
    position = step.value
    if (position.checksDone > 0 || !hasRoomFor(SEGMENT_CALLS)) {
      return ok({ report: report(walk, 'partial', null), position })
    }
  }
  const end = await verifyEnd(walk)
  if (!end.ok) return stopped(end.error, walk)
  const classes = await checkClasses(log)
  if (!classes.ok) return stopped(classes.error, walk)
  return ok({ report: report(walk, 'intact', null), position: null })
}

async function begin(
  log: AuditLog,
  { segment, leaf, range }: Position,
  noted: Noted | null,
): Promise<Result<{ walk: Walk; segmentsViewed: number }, Stop>> {
  const read = await readCheckpoint(log.store, log.cluster)
  if (!read.ok) return read
  if (read.value.kind === 'unreadable') {
    return err(finding('checkpoint', 0, 'The checkpoint cannot be read.'))
  }
  const checkpoint = read.value.kind === 'none' ? null : read.value.checkpoint
  if (checkpoint !== null) {
    const unsigned = await findSignatureFault(log, checkpoint)
    if (unsigned !== null) return err(finding('checkpoint', unsigned.sequence, unsigned.detail))
  }
  if (noted !== null) {
    const contradiction = await checkNoted(log, checkpoint, noted)
    if (!contradiction.ok) return contradiction
  }
  const progress = await readProgress(log)
  if (!progress.ok) return progress
  const walk: Walk = {
    log,
    checkpoint,
    loaded: new Map(),
    last: { sequence: segment * SEGMENT, leaf },
    range,
    first: null,
    lastChecked: null,
    checked: 0,
    expired: 0,
    erased: 0,
  }
  return ok({ walk, segmentsViewed: progress.value.segments })
}

/** One segment: its records, then what leads to them. */
async function verifySegment(
  walk: Walk,
  { segment, checksDone }: Position,
  segmentsViewed: number,
  hasRoomFor: (calls: number) => boolean,
): Promise<Result<Position | 'end', Stop>> {
  const { log, checkpoint } = walk
  const until = (segment + 1) * SEGMENT
  const before = { leaf: walk.last.leaf, range: walk.range }
  // One more than the segment has, since judging a record can take a look at the next.
  const batches = await readRange(log, segment * SEGMENT + 1, until + 1)
  if (!batches.ok) return batches
  const walked = await walkOver(walk, batches.value, until)
  if (!walked.ok) return walked
  const passed = await passExpired(walk, until)
  if (!passed.ok) return passed
  const records = recordsIn(batches.value, segment).map(
    (record) => walk.loaded.get(record.sequence) ?? record,
  )
  walk.loaded.clear()
  const checks = checksOf(log, segment, records, {
    isTiled: (checkpoint?.tree.tiled.size ?? 0) >= until,
    isViewed: segment < segmentsViewed,
  })
  for (let done = checksDone; done < checks.length; done += CHECKS_STEP) {
    if (done > checksDone && !hasRoomFor(CHECKS_STEP)) {
      return ok({ segment, ...before, checksDone: done })
    }
    const checked = await runChecks(checks, done, CHECKS_STEP)
    if (!checked.ok) return checked
  }
  if (walk.last.sequence < until) return ok('end')
  const { leaf } = walk.last
  return ok({ segment: segment + 1, leaf, range: walk.range, checksDone: 0 })
}

/** Where the segment's last records are not there: they have expired, or the chain ends, or was cut. */
async function passExpired(walk: Walk, until: number): Promise<Result<null, Stop>> {
  const { checkpoint, last, log } = walk
  const missing = last.sequence + 1
  if (missing > until) return ok(null)
  const later = await readBatches(log, until + 1, 1)
  if (!later.ok) return later
  const next = later.value[0]?.records?.[0]
  const size = next === undefined ? (checkpoint?.end.size ?? 0) : next.sequence - 1
  if (missing > size) return ok(null)
  const expiries = next === undefined ? (checkpoint?.end.expiries ?? []) : next.previous.expiries
  if (haveExpiredSince(expiries, missing, logTime(log))) return skip(walk, Math.min(size, until))
  const who = next === undefined ? 'The checkpoint' : `Record ${next.sequence}`
  return err(finding('missing', missing, `${who} says that the chain goes on to ${size}.`))
}

/** Holds the place where the walk ended against the checkpoint of now. */
async function verifyEnd({ log, last, checkpoint }: Walk): Promise<Result<null, Stop>> {
  const read = await readCheckpoint(log.store, log.cluster)
  if (!read.ok) return read
  const now = read.value.kind === 'read' ? read.value.checkpoint.end.size : -1
  if (now < (checkpoint?.end.size ?? -1)) {
    return err(finding('checkpoint', now + 1, 'The checkpoint was turned back just now.'))
  }
  if (last.sequence <= now) return ok(null)
  // An append settles what stands before it, so one batch at most is behind the checkpoint.
  const newest = await readLastBatches(log, 1)
  if (!newest.ok) return newest
  const isOneBehind = newest.value.every((batch) => batch.first <= now + 1)
  const [batch] = newest.value
  if (batch === undefined) return ok(null)
  if (read.value.kind === 'read' && isOneBehind)
    return verifyBehind(log, read.value.checkpoint, batch)
  const where = now < 0 ? 'There is no checkpoint.' : `The checkpoint says that it ends at ${now}.`
  return err(finding('checkpoint', now + 1, where))
}

/** A batch behind the checkpoint is its author's to settle; its signature is there already. */
async function verifyBehind(
  log: AuditLog,
  checkpoint: Checkpoint,
  batch: Batch,
): Promise<Result<null, Stop>> {
  const records = readWhole(log, batch)
  const next = records.ok ? extend(checkpoint, records.value) : records
  if (!next.ok) return err(stopOf('altered', next.error))
  const unsigned = await findSignatureFault(log, { ...next.value, note: batch.note })
  return unsigned === null ? ok(null) : err(finding('checkpoint', batch.first, unsigned.detail))
}

function stopped(stop: Stop, walk: Walk | null): Result<Verification, Unavailable> {
  if (stop.kind === 'unavailable') return err(stop)
  return ok({ report: report(walk, 'broken', stop), position: null })
}

function report(
  walk: Walk | null,
  status: ChainReport['status'],
  found: Finding | null,
): Verification['report'] {
  const checkpoint = walk?.checkpoint ?? null
  return {
    status,
    first: walk?.first ?? null,
    last: walk?.lastChecked ?? null,
    checked: walk?.checked ?? 0,
    expired: walk?.expired ?? 0,
    erased: walk?.erased ?? 0,
    checkpoint: checkpoint === null ? null : presentCheckpoint(checkpoint),
    fault: found?.fault ?? null,
  }
}

export function presentCheckpoint({ end, tree, note }: Checkpoint) {
  return { sequence: end.size, hash: end.hash, root: hashText(rootOf(tree.whole)), note }
}
