import { err, ok, type Result } from '../../../result.ts'
import { broken, type LogFailure } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { claimName, findClaimed } from '../lookup/claim.ts'
import { hashText } from '../merkle/hash.ts'
import { prove } from '../merkle/leaves.ts'
import { consistencyProof, inclusionProof, rootAt } from '../merkle/proof.ts'
import { keyOf, leafOf } from '../records/record.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'

type Log = Pick<AuditLog, 'store' | 'cluster'>

/** What is asked for is not in the log, or behind its checkpoint. */
export interface NoSuch {
  readonly kind: 'noSuch'
  readonly size: number
}

/** The checkpoint of now. */
export async function currentCheckpoint(log: Log): Promise<Result<Checkpoint | null, LogFailure>> {
  const read = await readCheckpoint(log.store, log.cluster)
  if (!read.ok) return read
  if (read.value.kind === 'none') return ok(null)
  if (read.value.kind === 'read') return ok(read.value.checkpoint)
  return err(broken(0, 'The checkpoint cannot be read.'))
}

/** That the log of `from` records is the beginning of that of `to` records. */
export async function proveConsistency(log: Log, from: number, to: number | null) {
  const checkpoint = await currentCheckpoint(log)
  if (!checkpoint.ok) return checkpoint
  const size = checkpoint.value?.end.size ?? 0
  const end = to ?? size
  if (checkpoint.value === null || end > size || from > end) return err(noSuch(size))
  const roots: string[] = []
  for (const sequence of [from, end]) {
    const root = await prove(log, checkpoint.value, async (subtrees) => [
      await rootAt(subtrees, sequence),
    ])
    if (!root.ok) return root
    roots.push(...root.value.map(hashText))
  }
  const proof = await prove(log, checkpoint.value, (subtrees) =>
    consistencyProof(subtrees, from, end),
  )
  if (!proof.ok) return proof
  const [older = '', newer = ''] = roots
  return ok({
    from: { sequence: from, root: older },
    to: { sequence: end, root: newer },
    proof: proof.value.map(hashText),
  })
}

/** That a preemption's record is one of those under the checkpoint's root. */
export async function proveInclusion(log: Log, id: string) {
  const key = keyOf({ kind: 'preemption', id })
  const found = await findClaimed(log, claimName('preemption', id), [key])
  if (!found.ok) return found
  const record = found.value.get(key)
  const checkpoint = await currentCheckpoint(log)
  if (!checkpoint.ok) return checkpoint
  const size = checkpoint.value?.end.size ?? 0
  if (checkpoint.value === null || record === undefined || record.sequence > size) {
    return err(noSuch(size))
  }
  const { sequence, hash } = record
  const proof = await prove(log, checkpoint.value, (subtrees) =>
    inclusionProof(subtrees, sequence - 1, size),
  )
  if (!proof.ok) return proof
  return ok({
    sequence,
    hash,
    leaf: hashText(leafOf(record)),
    checkpoint: checkpoint.value,
    proof: proof.value.map(hashText),
  })
}

export function noSuch(size: number): NoSuch {
  return { kind: 'noSuch', size }
}
