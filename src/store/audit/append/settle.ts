import { err, ok, type Result } from '../../../result.ts'
import { type Unavailable, unavailable } from '../../port.ts'
import { checkpointItem, signCheckpoint } from '../checkpoints/checkpoint.ts'
import { verifierOf } from '../checkpoints/note-keys.ts'
import type { LogFailure } from '../fault.ts'
import { CLUSTERS_PARTITION } from '../keys.ts'
import type { AuditLog } from '../log.ts'
import { noteSettled } from '../memory.ts'
import { tileTree } from '../merkle/tiles.ts'

/**
 * Writes down where the chain ends, apart from the chain. Nothing is appended behind a batch before
 * this was done for it, by its author or by whoever wants to append next. All of it can be repeated
 * by anybody: whoever comes second finds it done.
 */
export async function settle(log: AuditLog): Promise<Result<null, LogFailure>> {
  const { memory, cluster, store, keys } = log
  const { head } = memory
  if (head === null) throw new Error('nothing is settled before the head was found')
  const { size } = head.end
  if (memory.settledSize >= size) return ok(null)
  const misfit = await findKeyFault(log)
  if (misfit !== null) return err(misfit)
  const tree = await tileTree(log, head.tree)
  if (!tree.ok) return tree
  const tiled = { ...head, tree: tree.value }
  if (size === 0) {
    const registered = await store.put(
      { pk: CLUSTERS_PARTITION, sk: cluster, version: 1, body: '' },
      'absent',
    )
    if (!registered.ok && registered.error.kind === 'unavailable') return err(registered.error)
  }
  // Whoever settles a batch writes down what its author signed; only an empty log has no author.
  const checkpoint = size === 0 ? await signCheckpoint(cluster, tiled, keys.signer) : tiled
  const put = await store.put(checkpointItem(cluster, checkpoint), 'advances')
  if (!put.ok && put.error.kind === 'unavailable') return err(put.error)
  if (memory.head === head) memory.head = checkpoint
  noteSettled(memory, size)
  return ok(null)
}

/** A log whose checkpoints are signed goes on only where they can be. */
async function findKeyFault({ keys, memory }: AuditLog): Promise<Unavailable | null> {
  const { signer, verifiers } = keys
  if (signer === null && (memory.head?.note != null || verifiers.length > 0)) {
    return unavailable('this log is signed, and BERTH_AUDIT_KEY is not set', 60)
  }
  if (signer !== null && (await verifierOf(signer)) === null) {
    return unavailable('BERTH_AUDIT_KEY has a hash that is not that of its key', 60)
  }
  return null
}
