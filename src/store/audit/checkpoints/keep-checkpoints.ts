import { ok, type Result } from '../../../result.ts'
import type { StorePort, Unavailable } from '../../port.ts'
import { CLUSTERS_PARTITION, sequenceKey } from '../keys.ts'
import type { AuditLog } from '../log.ts'
import type { AuditLogs } from '../logs.ts'
import { findHead } from '../records/head.ts'
import { checkpointNote } from './checkpoint.ts'
import { readNotedCheckpoint } from './noted-checkpoint.ts'

/** Where texts are put once and never changed: not in the hands of whoever has the table. */
export interface Keep {
  /** Puts a text under a name where nothing is; what stands there afterwards, this or another. */
  putOnce(name: string, text: string): Promise<string>
  /** The first name behind this one, among those that begin so; null: there is none. */
  firstBehind(prefix: string, name: string): Promise<string | null>
}

/**
 * How a log's checkpoint was kept: `kept`, or there are no records (`empty`); or why not. `forked`:
 * another one of as many records was kept before; `turned-back`: one of more records was.
 */
export interface KeptCheckpoint {
  readonly cluster: string
  readonly size: number
  readonly status: 'kept' | 'empty' | 'forked' | 'turned-back' | 'broken' | 'unavailable'
  readonly detail?: string
}

/** The clusters of one run; where there are more, lots are drawn. A run makes four calls for each. */
const CLUSTERS_MAX = 10

/** Names are short: a page of DynamoDB has about ten thousand. */
const NAMES_MAX = 10_000

/** Puts where each log ends into a place that keeps it, and compares with what is there. */
export async function keepCheckpoints(
  store: StorePort,
  logs: AuditLogs,
  keep: Keep,
): Promise<Result<readonly KeptCheckpoint[], Unavailable>> {
  const items = await store.query({ pk: CLUSTERS_PARTITION, limit: NAMES_MAX })
  if (!items.ok) return items
  const all = items.value.map(({ sk }) => logs.of(sk))
  const kept: KeptCheckpoint[] = []
  for (const log of draw(all)) kept.push(await keepCheckpoint(log, keep))
  return ok(kept)
}

function draw(logs: AuditLog[]): readonly AuditLog[] {
  for (let drawn = 0; drawn < Math.min(CLUSTERS_MAX, logs.length - 1); drawn++) {
    const random = logs[0]?.runtime.random() ?? 0
    const at = drawn + Math.floor(random * (logs.length - drawn))
    const [a, b] = [logs[drawn], logs[at]]
    if (a !== undefined && b !== undefined) [logs[drawn], logs[at]] = [b, a]
  }
  return logs.slice(0, CLUSTERS_MAX)
}

async function keepCheckpoint(log: AuditLog, keep: Keep): Promise<KeptCheckpoint> {
  const { cluster } = log
  const found = await findHead(log)
  if (!found.ok) {
    const { error } = found
    const detail = error.kind === 'broken' ? error.detail : error.cause
    const size = error.kind === 'broken' ? error.sequence : 0
    return { cluster, size, status: error.kind, detail }
  }
  const { head } = found.value
  const { size, hash } = head.end
  if (size === 0) return { cluster, size, status: 'empty' }
  const prefix = `${cluster}/`
  const name = `${prefix}${sequenceKey(size)}`
  const later = await keep.firstBehind(prefix, name)
  if (later !== null) {
    return { cluster, size, status: 'turned-back', detail: `${later} was kept before` }
  }
  const text = await keep.putOnce(name, checkpointNote(cluster, head))
  // Another key signs the same otherwise.
  if (readNotedCheckpoint(text)?.hash === hash) return { cluster, size, status: 'kept' }
  return { cluster, size, status: 'forked', detail: `${name} was kept before and says otherwise` }
}
