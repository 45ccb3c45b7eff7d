import type { ChainReport } from '../../schemas/preemption-record.ts'
import { ok, type Result } from '../result.ts'
import { readCheckpoint } from './audit-chain.ts'
import { type Fault, findEndFault, findFault, type Link } from './audit-fault.ts'
import { chainPartition, sequenceKey } from './audit-keys.ts'
import type { AuditLog } from './audit-log.ts'
import { type Listed, listedItem } from './audit-read.ts'
import { CHAIN_START, type ChainEnd } from './audit-record.ts'
import type { Unavailable } from './port.ts'

const BATCH = 100

/** A report, and for `partial` the record behind which to go on. */
export interface Verification {
  readonly report: Omit<ChainReport, 'nextCursor'>
  readonly position: Link | null
}

interface Walk {
  first: number | null
  previous: Link
  checked: number
  expired: number
}

/**
 * Walks the chain from its oldest record, or on from where an earlier walk stopped, and names the
 * first record that is missing or altered. Only what has expired may be gone. The checkpoint, kept
 * apart from the chain and for ever, tells of a tail that was cut off and of a chain rewritten up
 * to its end. Ends with `partial` after `recordsMax` records, rounded up to whole batches.
 */
export async function verifyChain(
  log: AuditLog,
  from: Link | null,
  recordsMax: number,
): Promise<Result<Verification, Unavailable>> {
  const checkpoint = await readCheckpoint(log.store, log.cluster)
  if (!checkpoint.ok) return checkpoint
  const walk: Walk = { first: null, previous: from ?? CHAIN_START, checked: 0, expired: 0 }
  while (walk.checked < recordsMax) {
    const batch = await readAfter(log, walk.previous.sequence)
    if (!batch.ok) return batch
    const fault = await walkOver(batch.value, walk, log, checkpoint.value)
    if (fault !== null) return ok(report(walk, checkpoint.value, 'broken', fault))
    if (batch.value.length <= BATCH) return finish(walk, log, checkpoint.value)
  }
  return ok(report(walk, checkpoint.value, 'partial', null))
}

/** One more than a batch, since judging a record can take a look at the next. */
async function readAfter(
  { store, cluster }: AuditLog,
  sequence: number,
): Promise<Result<Listed[], Unavailable>> {
  const pk = chainPartition(cluster)
  const items = await store.query({ pk, from: sequenceKey(sequence + 1), limit: BATCH + 1 })
  return items.ok ? ok(items.value.map(listedItem)) : items
}

async function walkOver(
  batch: readonly Listed[],
  walk: Walk,
  log: AuditLog,
  checkpoint: ChainEnd | null,
): Promise<Fault | null> {
  const { cluster, runtime } = log
  const now = runtime.now()
  for (const [index, listed] of batch.slice(0, BATCH).entries()) {
    const next = batch[index + 1] ?? null
    const { previous } = walk
    const fault = await findFault(listed, { previous, next, checkpoint, cluster, now })
    if (fault !== null) return fault
    walk.first ??= listed.sequence
    walk.checked += 1
    walk.expired += listed.sequence - previous.sequence - 1
    walk.previous = { sequence: listed.sequence, hash: listed.record?.hash ?? '' }
  }
  return null
}

async function finish(
  walk: Walk,
  { store, cluster, runtime }: AuditLog,
  checkpoint: ChainEnd | null,
): Promise<Result<Verification, Unavailable>> {
  const after = await readCheckpoint(store, cluster)
  if (!after.ok) return after
  const fault = findEndFault(walk.previous, checkpoint, after.value, runtime.now())
  if (fault !== null) return ok(report(walk, checkpoint, 'broken', fault))
  walk.expired += Math.max(0, (checkpoint?.sequence ?? 0) - walk.previous.sequence)
  return ok(report(walk, checkpoint, 'intact', null))
}

function report(
  walk: Walk,
  checkpoint: ChainEnd | null,
  status: ChainReport['status'],
  fault: Fault | null,
): Verification {
  const { first, previous, checked, expired } = walk
  return {
    report: {
      status,
      first,
      last: checked === 0 ? null : previous.sequence,
      checked,
      expired,
      checkpoint:
        checkpoint === null ? null : { sequence: checkpoint.sequence, hash: checkpoint.hash },
      fault,
    },
    position: status === 'partial' ? previous : null,
  }
}
