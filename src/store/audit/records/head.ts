import { err, ok, type Result } from '../../../result.ts'
import { unavailable } from '../../port.ts'
import { acceptedKeys, demandSignatures } from '../checkpoints/audit-keys.ts'
import {
  type Checkpoint,
  EMPTY_CHECKPOINT,
  type Head,
  isSignatureGood,
  type ReadCheckpoint,
  readCheckpoint,
} from '../checkpoints/checkpoint.ts'
import { type Broken, broken, type LogFailure } from '../fault.ts'
import { type AuditLog, logTime } from '../log.ts'
import { growTree } from '../merkle/tree.ts'
import { type Batch, lastOf, readLastBatches } from './batch.ts'
import { haveExpiredSince } from './expiries.ts'
import { type AuditRecord, endOf, isHeaderUnaltered, leafOf } from './record.ts'

/** Where a chain ends, and whether its checkpoint is there too. */
export interface FoundHead {
  readonly head: Checkpoint
  readonly isSettled: boolean
  /** The last batches that were read, newest first. */
  readonly batches: readonly Batch[]
}

/** Others may append between two reads; so often that is taken for the reason of a misfit. */
const READS_MAX = 12

/**
 * Finds where the chain ends: at its checkpoint, or one batch behind it. Nothing is appended before
 * the checkpoint stands at the end, so more than one batch behind it, none where the checkpoint
 * says there are some, or another last record than it says, was not done by Berth.
 */
export async function findHead(log: AuditLog): Promise<Result<FoundHead, LogFailure>> {
  let read = await readCheckpoint(log.store, log.cluster)
  for (let reads = 0; reads < READS_MAX; reads++) {
    if (!read.ok) return read
    const batches = await readLastBatches(log, 2)
    if (!batches.ok) return batches
    const found = await holdAgainst(log, read.value, batches.value)
    if (found.ok) return found
    const again = await readCheckpoint(log.store, log.cluster)
    if (!again.ok) return again
    if (isSame(read.value, again.value)) return found
    read = again
  }
  return err(unavailable(`the end of ${log.cluster} moves faster than it can be read`, 1))
}

function isSame(a: ReadCheckpoint, b: ReadCheckpoint): boolean {
  return a.kind === b.kind && (a.kind !== 'read' || b.kind !== 'read' || a.body === b.body)
}

async function holdAgainst(
  log: AuditLog,
  read: ReadCheckpoint,
  batches: readonly Batch[],
): Promise<Result<FoundHead, Broken>> {
  if (read.kind === 'unreadable') return err(broken(0, 'The checkpoint cannot be read.'))
  if (read.kind === 'none') {
    const [newest] = batches
    if (newest === undefined) return ok({ head: EMPTY_CHECKPOINT, isSettled: false, batches })
    return err(broken(newest.first, 'There are records, and no checkpoint.'))
  }
  const { checkpoint } = read
  const unsigned = await findSignatureFault(log, checkpoint)
  if (unsigned !== null) return err(unsigned)
  const [newest, before] = batches
  const { size } = checkpoint.end
  if (newest === undefined || lastOf(newest) < size) {
    const first = newest === undefined ? 1 : lastOf(newest) + 1
    return fitMissing(log, checkpoint, first, batches)
  }
  if (lastOf(newest) === size) {
    const last = readWhole(log, newest)
    if (!last.ok) return last
    const fault = findEndFault(checkpoint, last.value)
    return fault === null ? ok({ head: checkpoint, isSettled: true, batches }) : err(fault)
  }
  if (newest.first !== size + 1) {
    return err(broken(size + 1, `The checkpoint says that the chain ends at ${size}.`))
  }
  return fitBehind(log, checkpoint, newest, before)
}

export async function findSignatureFault(
  log: AuditLog,
  checkpoint: Checkpoint,
): Promise<Broken | null> {
  const { size } = checkpoint.end
  if (demandSignatures(log.keys)) {
    const isGood = await isSignatureGood(log.cluster, checkpoint, await acceptedKeys(log.keys))
    if (isGood) return null
    const why = checkpoint.note === null ? 'is not signed' : 'bears no signature of a known key'
    return broken(size, `The end of the log ${why}.`)
  }
  return null
}

/** Where the chain ends before its checkpoint: only what has expired may be gone. */
function fitMissing(
  log: AuditLog,
  head: Checkpoint,
  first: number,
  batches: readonly Batch[],
): Result<FoundHead, Broken> {
  const { size, expiries } = head.end
  if (first > size || haveExpiredSince(expiries, first, logTime(log))) {
    return ok({ head, isSettled: true, batches })
  }
  return err(broken(first, `The checkpoint says that the chain goes on to ${size}.`))
}

/** The batch behind the checkpoint, whose author has not settled it or is just about to. */
async function fitBehind(
  log: AuditLog,
  checkpoint: Checkpoint,
  newest: Batch,
  before: Batch | undefined,
): Promise<Result<FoundHead, Broken>> {
  const { end, tree } = checkpoint
  const records = readWhole(log, newest)
  if (!records.ok) return records
  if (before !== undefined && lastOf(before) === end.size) {
    const last = readWhole(log, before)
    if (!last.ok) return last
    const fault = findEndFault(checkpoint, last.value)
    if (fault !== null) return err(fault)
  } else {
    const missing = before === undefined ? 1 : lastOf(before) + 1
    if (missing <= end.size && !haveExpiredSince(end.expiries, missing, logTime(log))) {
      return err(broken(missing, `The checkpoint says that there is a record ${end.size}.`))
    }
  }
  const next = extend({ end, tree }, records.value)
  if (!next.ok) return next
  const head = { ...next.value, note: newest.note }
  const unsigned = await findSignatureFault(log, head)
  if (unsigned !== null) return err(unsigned)
  const batches = before === undefined ? [newest] : [newest, before]
  return ok({ head, isSettled: false, batches })
}

function findEndFault({ end }: Checkpoint, records: readonly AuditRecord[]): Broken | null {
  const isKnown = records.at(-1)?.hash === end.hash
  return isKnown ? null : broken(end.size, 'The checkpoint knows it by another hash.')
}

/** The records of a batch, if each is what its header says it is and they follow one another. */
export function readWhole(
  { cluster }: Pick<AuditLog, 'cluster'>,
  { first, records }: Batch,
): Result<readonly AuditRecord[], Broken> {
  if (records === null) return err(broken(first, 'It is not a record any more.'))
  for (const [at, record] of records.entries()) {
    const sequence = first + at
    if (record.sequence !== sequence || record.cluster !== cluster) {
      return err(broken(sequence, `It is record ${record.sequence} of ${record.cluster}.`))
    }
    if (!isHeaderUnaltered(record)) {
      return err(broken(sequence, 'Its hash is not that of its content.'))
    }
    const previous = records[at - 1]
    if (previous !== undefined && record.previous.hash !== previous.hash) {
      return err(broken(sequence, `It does not continue record ${sequence - 1}.`))
    }
  }
  return ok(records)
}

/** The head after records that must continue it. */
export function extend(head: Head, records: readonly AuditRecord[]): Result<Head, Broken> {
  const [first] = records
  if (first !== undefined && first.previous.hash !== head.end.hash) {
    return err(broken(first.sequence, `It does not continue record ${head.end.size}.`))
  }
  return ok(
    records.reduce(
      ({ tree }, record) => ({ end: endOf(record), tree: growTree(tree, leafOf(record)) }),
      head,
    ),
  )
}
