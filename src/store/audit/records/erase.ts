import { err, ok, type Result } from '../../../result.ts'
import { append } from '../append/append.ts'
import { broken, type LogFailure } from '../fault.ts'
import { contentPartition, sequenceKey } from '../keys.ts'
import type { AuditLog } from '../log.ts'
import { claimName } from '../lookup/claim.ts'
import { type Batch, toItem } from './batch.ts'
import { readWhole } from './head.ts'
import { readBatchOf } from './range.ts'
import { type AuditRecord, draft } from './record.ts'

export interface Erasure {
  readonly sequences: readonly number[]
  readonly reason: string
  readonly caller: string
}

/**
 * Takes away what records say, names and all. First a record of the chain says which, who and why;
 * then the contents go. Headers and hashes stay, so the chain still verifies; whoever removes a
 * content without such a record is found. Doing it again finishes what was interrupted.
 */
export async function eraseContents(
  log: AuditLog,
  { sequences, reason, caller }: Erasure,
): Promise<Result<number, LogFailure>> {
  const { randomId } = log.runtime
  for (const sequence of sequences) {
    const batch = await batchOf(log, sequence)
    if (!batch.ok) return batch
  }
  const id = randomId()
  const content = { salt: randomId(), caller, requestId: id, sequences: [...sequences], reason }
  const said = await append(log, claimName('erasure', id), [draft('erasure', id, content)])
  const by = said.recorded[0]?.record.sequence
  if (said.failure !== null || by === undefined) {
    if (said.failure === null || said.failure.kind === 'tooLarge') throw new Error('it is small')
    return err(said.failure)
  }
  for (const sequence of sequences) {
    const erased = await eraseOne(log, sequence, by)
    if (!erased.ok) return erased
  }
  return ok(by)
}

async function batchOf(log: AuditLog, sequence: number): Promise<Result<Batch, LogFailure>> {
  const batch = await readBatchOf(log, sequence)
  if (!batch.ok) return batch
  if (batch.value === null) return err(broken(sequence, 'There is no such record.'))
  const whole = readWhole(log, batch.value)
  return whole.ok ? ok(batch.value) : whole
}

/** Others may erase in the same batch: then the batch is read again. */
const TRIES_MAX = 20

async function eraseOne(
  log: AuditLog,
  sequence: number,
  by: number,
): Promise<Result<null, LogFailure>> {
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    const batch = await batchOf(log, sequence)
    if (!batch.ok) return batch
    const { records, first, note, version } = batch.value
    const record = records?.[sequence - first]
    if (records === null || record === undefined || record.erasedBy !== undefined) return ok(null)
    const emptied = { ...record, content: null, erasedBy: by }
    const item = toItem(log.cluster, records.with(sequence - first, emptied), note, version + 1)
    const put = await log.store.put(item, 'advances')
    if (put.ok) return eraseParts(log, record)
    if (put.error.kind === 'unavailable') return err(put.error)
  }
  return err(broken(sequence, 'Others keep changing it.'))
}

/** What stands beside the chain is overwritten: there is no delete. */
async function eraseParts(
  log: AuditLog,
  { contentHash, parts = 0 }: AuditRecord,
): Promise<Result<null, LogFailure>> {
  const pk = contentPartition(log.cluster, contentHash)
  for (let part = 0; part < parts; part++) {
    const item = { pk, sk: sequenceKey(part), version: 2, body: '' }
    const put = await log.store.put(item, 'advances')
    if (!put.ok && put.error.kind === 'unavailable') return err(put.error)
  }
  return ok(null)
}
