import type { ChainReport } from '../../schemas/preemption-record.ts'
import type { Listed } from './audit-read.ts'
import { type AuditRecord, type ChainEnd, hasExpired, isUnaltered } from './audit-record.ts'

/** What is wrong with a chain, and at which number first. */
export type Fault = NonNullable<ChainReport['fault']>

/** A record that was found good. */
export interface Link {
  readonly sequence: number
  readonly hash: string
}

/** A record with what stands around it. */
export interface Neighbourhood {
  readonly previous: Link
  readonly next: Listed | null
  readonly checkpoint: ChainEnd | null
  readonly cluster: string
  readonly now: Date
}

/** Looks at one record: itself, the gap or link before it, and the checkpoint if it is there. */
export async function findFault(listed: Listed, around: Neighbourhood): Promise<Fault | null> {
  const { sequence, record } = listed
  const { previous, checkpoint, cluster, now } = around
  if (record === null) return altered(sequence, 'It is not a record any more.')
  if (record.sequence !== sequence || record.cluster !== cluster) {
    return altered(sequence, `It is record ${record.sequence} of ${record.cluster}.`)
  }
  if (!(await isUnaltered(record))) return altered(sequence, 'Its hash is not that of its content.')
  const missing = previous.sequence + 1
  if (sequence > missing && !isExpiredGap(missing, record.previous, now)) {
    const detail = `Records ${missing} to ${sequence - 1} are gone, and not all have expired.`
    return { kind: 'missing', sequence: missing, detail }
  }
  if (sequence === missing && record.previous.hash !== previous.hash) {
    return brokenLink(record, around)
  }
  if (checkpoint?.sequence === sequence && checkpoint.hash !== record.hash) {
    return altered(sequence, 'The checkpoint knows it by another hash.')
  }
  return null
}

type Expiry = Pick<ChainEnd, 'latestExpiry' | 'keptThrough'>

/** Whether all records from `missing` on, up to the one that says this, have expired. */
function isExpiredGap(missing: number, { latestExpiry, keptThrough }: Expiry, now: Date): boolean {
  return hasExpired(latestExpiry, now) && keptThrough < missing
}

/**
 * Two records, each good in itself, that do not know each other: one was rewritten with its hash.
 * It is the later one if what follows does not know it either.
 */
function brokenLink(record: AuditRecord, { previous, next, checkpoint }: Neighbourhood): Fault {
  const { sequence, hash } = record
  const isDisowned =
    next?.sequence === sequence + 1 && next.record !== null && next.record.previous.hash !== hash
  const isRewritten = checkpoint?.sequence === sequence && checkpoint.hash !== hash
  if (isDisowned || isRewritten || previous.sequence === 0) {
    return altered(sequence, `It does not continue record ${previous.sequence}.`)
  }
  return altered(previous.sequence, `Record ${sequence} knows it by another hash.`)
}

/** Holds the place where the walk ended against the checkpoints of its start and of its end. */
export function findEndFault(
  last: Link,
  before: ChainEnd | null,
  after: ChainEnd | null,
  now: Date,
): Fault | null {
  const missing = last.sequence + 1
  if (before !== null && before.sequence >= missing && !isExpiredGap(missing, before, now)) {
    const detail = `The checkpoint says that the chain goes on to ${before.sequence}.`
    return { kind: 'missing', sequence: missing, detail }
  }
  // An append settles its predecessor first, so the checkpoint lags by one record at most.
  const settled = after?.sequence ?? 0
  if (last.sequence - settled > 1) {
    return altered(settled + 1, `The checkpoint says that the chain ends at ${settled}.`)
  }
  return null
}

function altered(sequence: number, detail: string): Fault {
  return { kind: 'altered', sequence, detail }
}
