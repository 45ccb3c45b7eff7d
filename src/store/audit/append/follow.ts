import { err, ok, type Result } from '../../../result.ts'
import {
  type Checkpoint,
  type Head,
  type ReadCheckpoint,
  readCheckpoint,
} from '../checkpoints/checkpoint.ts'
import { broken, type LogFailure } from '../fault.ts'
import { batchKey } from '../keys.ts'
import type { AuditLog } from '../log.ts'
import { noteBatch, noteHead, noteSettled, type RecentBatch } from '../memory.ts'
import { type Batch, readBatches } from '../records/batch.ts'
import { extend, findHead, findSignatureFault, readWhole } from '../records/head.ts'
import { type AuditRecord, keyOf } from '../records/record.ts'

/** Batches that one step reads; an appender is rarely further behind than one. */
const STEP = 4

/**
 * Catches up with the end of the chain, and leaves it in the log's memory. The records that came
 * are given; null where they were not read one by one, after the first look of a process.
 */
export async function follow(log: AuditLog): Promise<Result<AuditRecord[] | null, LogFailure>> {
  const { memory } = log
  const came: AuditRecord[] = []
  for (;;) {
    const { head } = memory
    if (head === null) return findFirst(log)
    const startedMs = log.runtime.now().getTime()
    const [batches, checkpoint] = await Promise.all([
      readBatches(log, head.end.size + 1, STEP),
      readCheckpoint(log.store, log.cluster),
    ])
    if (!batches.ok) return batches
    if (!checkpoint.ok) return checkpoint
    const taken = await takeIn(log, head, batches.value, came)
    if (!taken.ok) return taken
    const lead = await leadOf(log, taken.value, checkpoint.value)
    if (!lead.ok) return lead
    memory.seenAtMs = log.runtime.now().getTime()
    memory.lookMs = (memory.lookMs + memory.seenAtMs - startedMs) / 2
    if (batches.value.length > 0) memory.rivalsAtMs = memory.seenAtMs
    if (batches.value.length < STEP && lead.value <= 0) return ok(came)
    // A checkpoint ahead of the batches was written between the two reads: these are there now.
    if (batches.value.length === 0) return findAgain(log, taken.value, came)
  }
}

async function findFirst(log: AuditLog): Promise<Result<null, LogFailure>> {
  const found = await findHead(log)
  if (!found.ok) return found
  const { head, isSettled } = found.value
  noteHead(log.memory, head)
  if (isSettled) noteSettled(log.memory, head.end.size)
  log.memory.seenAtMs = log.runtime.now().getTime()
  return ok(null)
}

async function takeIn(
  log: AuditLog,
  from: Checkpoint,
  batches: readonly Batch[],
  came: AuditRecord[],
): Promise<Result<Checkpoint, LogFailure>> {
  let head = from
  const taken: RecentBatch[] = []
  for (const batch of batches) {
    if (batch.first !== head.end.size + 1) {
      return err(broken(head.end.size + 1, `Record ${head.end.size + 1} is gone.`))
    }
    const records = readWhole(log, batch)
    if (!records.ok) return records
    const next = extend(head, records.value)
    if (!next.ok) return next
    head = { ...next.value, note: batch.note }
    came.push(...records.value)
    taken.push({ first: batch.first, keys: new Set(records.value.map(keyOf)), head })
  }
  // The last signature covers everything before it.
  const unsigned = taken.length === 0 ? null : await findSignatureFault(log, head)
  if (unsigned !== null) return err(unsigned)
  for (const batch of taken) noteBatch(log.memory, batch)
  return ok(head)
}

/** Whether somebody has appended behind the head: the cheapest look there is. */
export async function glance(log: AuditLog): Promise<Result<boolean, LogFailure>> {
  const { memory, store, cluster } = log
  const { head } = memory
  if (head === null) return ok(true)
  const next = await store.get(batchKey(cluster, head.end.size + 1))
  return next.ok ? ok(next.value !== null) : next
}

/** Looks whether the checkpoint stands at the head by now. */
export async function lookForCheckpoint(log: AuditLog): Promise<Result<null, LogFailure>> {
  const { memory, store, cluster } = log
  if (memory.head === null || memory.settledSize >= memory.head.end.size) return ok(null)
  const { head } = memory
  const read = await readCheckpoint(store, cluster)
  if (!read.ok) return read
  const lead = await leadOf(log, head, read.value)
  return lead.ok ? ok(null) : lead
}

/** By how many records the checkpoint is ahead of what was read of the chain. */
async function leadOf(
  log: AuditLog,
  { end }: Head,
  read: ReadCheckpoint,
): Promise<Result<number, LogFailure>> {
  const { memory } = log
  if (read.kind === 'unreadable') return err(broken(end.size, 'The checkpoint cannot be read.'))
  const size = read.kind === 'none' ? -1 : read.checkpoint.end.size
  if (size < memory.settledSize) {
    return err(broken(size + 1, `The checkpoint was turned back from ${memory.settledSize}.`))
  }
  if (read.kind === 'read' && size === end.size) {
    if (read.checkpoint.end.hash !== end.hash) {
      return err(broken(size, 'The checkpoint knows it by another hash.'))
    }
    const fault = await findSignatureFault(log, read.checkpoint)
    if (fault !== null) return err(fault)
    noteSettled(memory, size)
  }
  return ok(size - end.size)
}

/** Where the checkpoint is ahead and no batch follows, either some came just now or they are gone. */
async function findAgain(
  log: AuditLog,
  { end }: Head,
  came: readonly AuditRecord[],
): Promise<Result<AuditRecord[] | null, LogFailure>> {
  const batches = await readBatches(log, end.size + 1, 1)
  if (!batches.ok) return batches
  if (batches.value.length > 0) {
    const rest = await follow(log)
    return rest.ok && rest.value !== null ? ok([...came, ...rest.value]) : rest
  }
  // All of them may have expired while this process did nothing.
  const found = await findFirst(log)
  return found.ok ? ok(null) : found
}
