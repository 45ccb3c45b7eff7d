import type { OutcomeEntry, PreemptionEntry } from '../../schemas/preemption-record.ts'
import { ok, type Result } from '../result.ts'
import { readTail, settleTail } from './audit-chain.ts'
import type { View } from './audit-keys.ts'
import { type AuditLog, findRecorded } from './audit-log.ts'
import { type Listed, partitionsOf, readBefore } from './audit-read.ts'
import { hasExpired } from './audit-record.ts'
import { firstSince } from './audit-time.ts'
import type { Unavailable } from './port.ts'

/** Conditions on preemptions; all that are given must hold. */
export interface PreemptionFilter {
  /** At or after. */
  readonly from?: Date
  /** Before. */
  readonly to?: Date
  readonly node?: string
  readonly preemptor?: { readonly namespace: string; readonly name: string }
  /** With a victim in one of these. */
  readonly victimNamespaces?: readonly string[]
}

export interface PageRequest {
  /** Only records with a lower number: the `before` of the page before; null for the first. */
  readonly before: number | null
  readonly limit: number
}

export interface Page {
  readonly records: readonly PreemptionEntry[]
  /** Where the next page starts; null when nothing is left. */
  readonly before: number | null
}

/** Records that one page looks at; where filters leave few of them, the page is short. */
const EXAMINED_MAX = 400
const BATCH_MAX = 50

/** Preemptions that match, newest first. */
export async function listPreemptions(
  log: AuditLog,
  filter: PreemptionFilter,
  { before, limit }: PageRequest,
): Promise<Result<Page, Unavailable>> {
  // No views would be the whole chain.
  if (filter.victimNamespaces?.length === 0) return ok({ records: [], before: null })
  const start = await startOf(log, filter, before)
  if (!start.ok) return start
  const partitions = await partitionsOf(log.cluster, narrowest(filter))
  const batchSize = Math.min(limit + 1, BATCH_MAX)
  const matches = matcher(filter, log.runtime.now())
  const records: PreemptionEntry[] = []
  let below = start.value
  for (let examined = 0; examined < EXAMINED_MAX; examined += batchSize) {
    const batch = await readBefore(log, partitions, below, batchSize)
    if (!batch.ok) return batch
    for (const listed of batch.value) {
      if (isOlder(listed, filter.from)) return ok({ records, before: null })
      const record = matches(listed)
      if (record !== null && records.length === limit) return ok({ records, before: below })
      if (record !== null) records.push(record)
      below = listed.sequence
    }
    if (batch.value.length < batchSize) return ok({ records, before: null })
  }
  return ok({ records, before: below })
}

/** The preemption of this id, or null: never recorded, or expired. */
export async function findPreemption(
  log: AuditLog,
  id: string,
): Promise<Result<PreemptionEntry | null, Unavailable>> {
  const end = await settledEnd(log)
  if (!end.ok) return end
  const found = await findRecorded(log, { kind: 'preemption', id })
  if (!found.ok) return found
  const record = found.value?.record ?? null
  if (record?.kind !== 'preemption') return ok(null)
  return ok(hasExpired(record.expiresAt, log.runtime.now()) ? null : record)
}

/** What became of a preemption, or null while nobody has said. */
export async function findOutcome(
  log: AuditLog,
  id: string,
): Promise<Result<OutcomeEntry | null, Unavailable>> {
  const found = await findRecorded(log, { kind: 'outcome', id })
  if (!found.ok) return found
  const record = found.value?.record ?? null
  return ok(record?.kind === 'outcome' ? record : null)
}

/** The chain's last number, once every view and claim up to it is written. */
async function settledEnd({ store, cluster }: AuditLog): Promise<Result<number, Unavailable>> {
  const tail = await readTail(store, cluster)
  if (!tail.ok) return tail
  const settled = await settleTail(store, tail.value)
  return settled.ok ? ok(tail.value.end.sequence) : settled
}

/** The number below which a listing starts. */
async function startOf(
  log: AuditLog,
  { to }: PreemptionFilter,
  before: number | null,
): Promise<Result<number, Unavailable>> {
  const last = await settledEnd(log)
  if (!last.ok) return last
  const end = Math.min(before ?? Number.POSITIVE_INFINITY, last.value + 1)
  return to === undefined ? ok(end) : firstSince(log, to, end)
}

/** The views to read; of several conditions the one that leaves the fewest records. */
function narrowest({ preemptor, node, victimNamespaces }: PreemptionFilter): View[] {
  if (preemptor !== undefined) return [{ by: 'preemptor', ...preemptor }]
  if (node !== undefined) return [{ by: 'node', node }]
  return (victimNamespaces ?? []).map((namespace) => ({ by: 'namespace', namespace }))
}

function isOlder({ record }: Listed, from: Date | undefined): boolean {
  return from !== undefined && record !== null && Date.parse(record.time) < from.getTime()
}

type Matcher = (listed: Listed) => PreemptionEntry | null

function matcher(filter: PreemptionFilter, now: Date): Matcher {
  const { node, preemptor } = filter
  const namespaces = filter.victimNamespaces === undefined ? null : new Set(filter.victimNamespaces)
  return ({ record }) => {
    if (record?.kind !== 'preemption' || hasExpired(record.expiresAt, now)) return null
    if (node !== undefined && record.node !== node) return null
    if (preemptor !== undefined && record.preemptor.namespace !== preemptor.namespace) return null
    if (preemptor !== undefined && record.preemptor.name !== preemptor.name) return null
    if (namespaces === null) return record
    return record.victims.some(({ namespace }) => namespaces.has(namespace)) ? record : null
  }
}
