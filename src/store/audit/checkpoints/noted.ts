import { err, ok, type Result } from '../../../result.ts'
import type { AuditLog } from '../log.ts'
import { isSameHash, leafHash, parseHash } from '../merkle/hash.ts'
import { readLeaves } from '../merkle/leaves.ts'
import { readRecord } from '../records/range.ts'
import { finding, type Stop } from '../verification/finding.ts'
import type { Checkpoint } from './checkpoint.ts'

/** A record that somebody noted outside of the store: from an answer, or from a checkpoint. */
export interface Noted {
  readonly sequence: number
  readonly hash: string
}

/** Whether the log still holds the record; of an expired one the tree knows. */
export async function checkNoted(
  log: AuditLog,
  checkpoint: Checkpoint | null,
  { sequence, hash }: Noted,
): Promise<Result<null, Stop>> {
  const record = await readRecord(log, sequence)
  if (!record.ok) return record
  if (record.value !== null) {
    return record.value.hash === hash
      ? ok(null)
      : err(finding('noted', sequence, 'It is not the record that was noted.'))
  }
  const size = checkpoint?.end.size ?? 0
  if (checkpoint === null || sequence > size) {
    return err(finding('noted', size + 1, `The log was turned back: it ends at ${size}.`))
  }
  const leaves = await readLeaves(log, checkpoint, sequence, sequence)
  if (!leaves.ok) {
    const { error } = leaves
    return err(error.kind === 'unavailable' ? error : finding('tree', sequence, error.detail))
  }
  const [leaf] = leaves.value
  const noted = parseHash(hash)
  const isIt = leaf !== undefined && noted !== null && isSameHash(leaf, leafHash(noted))
  return isIt ? ok(null) : err(finding('noted', sequence, 'It is not the record that was noted.'))
}
