import { err, ok, type Result } from '../../../result.ts'
import { broken, type LogFailure } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { verifyChain } from '../verification/verify.ts'
import { NO_KEYS } from './audit-keys.ts'
import { checkpointItem, signCheckpoint } from './checkpoint.ts'
import { currentCheckpoint } from './proofs.ts'

/**
 * Signs the checkpoint of a log that was not signed so far. It is the one time that Berth signs
 * what it did not append behind a signature, so the whole log is verified first, and an operator
 * has to ask for it: a signature that somebody took away must not come back by itself.
 */
export async function adoptLog(log: AuditLog): Promise<Result<number, LogFailure>> {
  const { store, cluster, keys } = log
  const unsigned = { ...log, keys: NO_KEYS }
  const options = { from: null, noted: null, callsMax: Number.POSITIVE_INFINITY }
  const verified = await verifyChain(unsigned, options)
  if (!verified.ok) return verified
  const { fault } = verified.value.report
  if (fault !== null) return err(broken(fault.sequence, fault.detail))
  const checkpoint = await currentCheckpoint(log)
  if (!checkpoint.ok) return checkpoint
  if (checkpoint.value === null) return ok(0)
  const { note, ...head } = checkpoint.value
  const { size } = head.end
  if (note !== null) return err(broken(size, 'The log is signed already.'))
  const signed = await signCheckpoint(cluster, head, keys.signer)
  const put = await store.put(checkpointItem(cluster, signed, 1), 'advances')
  if (put.ok) return ok(size)
  return put.error.kind === 'conflict'
    ? err(broken(size, 'The log went on meanwhile: stop what appends without the key, and repeat.'))
    : err(put.error)
}
