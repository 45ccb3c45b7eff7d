import { err, ok, type Result } from '../../../result.ts'
import { inParallel } from '../../in-parallel.ts'
import type { LogFailure } from '../fault.ts'
import { sequenceKey } from '../keys.ts'
import type { AuditLog } from '../log.ts'
import { claimName, findUnclaimed } from '../lookup/claim.ts'
import { type Entry, entriesOf, parseEntries, SEGMENT } from '../lookup/views.ts'
import { isSameHash } from '../merkle/hash.ts'
import { readTile } from '../merkle/tiles.ts'
import { type AuditRecord, leafOf } from '../records/record.ts'
import { type Finding, finding, type Stop, stopOf } from './finding.ts'

/** One read that tells whether something that leads to records still does. */
type Check = () => Promise<Result<Finding | null, LogFailure>>

/** What of a segment is to be held against its records, in a fixed order. */
export function checksOf(
  log: AuditLog,
  segment: number,
  records: readonly AuditRecord[],
  { isTiled, isViewed }: { readonly isTiled: boolean; readonly isViewed: boolean },
): Check[] {
  const claims = new Map<string, AuditRecord[]>()
  for (const record of records) {
    const name = claimName(record.kind, record.id)
    claims.set(name, [...(claims.get(name) ?? []), record])
  }
  const views = isViewed ? [...entriesOf(log.cluster, records)] : []
  return [
    ...(isTiled ? [() => checkTile(log, segment, records)] : []),
    ...views.map(
      ([pk, entries]) =>
        () =>
          checkView(log, pk, segment, entries),
    ),
    ...Array.from(
      claims,
      ([name, claimed]) =>
        () =>
          checkClaim(log, name, claimed),
    ),
  ]
}

/** Runs checks from `start` on, at most so many; gives the first finding. */
export async function runChecks(
  checks: readonly Check[],
  start: number,
  count: number,
): Promise<Result<null, Stop>> {
  const ran = await inParallel(checks.slice(start, start + count), (check) => check())
  if (!ran.ok) return err(stopOf('tree', ran.error))
  const found = ran.value.find((one) => one !== null)
  return found === undefined || found === null ? ok(null) : err(found)
}

async function checkTile(
  log: AuditLog,
  segment: number,
  records: readonly AuditRecord[],
): ReturnType<Check> {
  const tile = await readTile(log, 0, segment)
  if (!tile.ok) return tile
  for (const record of records) {
    const leaf = tile.value[record.sequence - 1 - segment * SEGMENT]
    if (leaf !== undefined && isSameHash(leaf, leafOf(record))) continue
    return ok(finding('tree', record.sequence, 'The tree holds another hash of it, or none.'))
  }
  return ok(null)
}

async function checkView(
  log: AuditLog,
  pk: string,
  segment: number,
  entries: readonly Entry[],
): ReturnType<Check> {
  const item = await log.store.get({ pk, sk: sequenceKey(segment) })
  if (!item.ok) return item
  const kept = new Set(parseEntries(item.value?.body ?? '').map(String))
  const missing = entries.find((entry) => !kept.has(String(entry)))
  if (missing === undefined) return ok(null)
  const [sequence] = missing
  const view = pk.slice(`audit/${log.cluster}/`.length)
  return ok(finding('view', sequence, `The view ${view} does not lead to it.`))
}

async function checkClaim(
  log: AuditLog,
  name: string,
  records: readonly AuditRecord[],
): ReturnType<Check> {
  const sequences = records.map(({ sequence }) => sequence)
  const unclaimed = await findUnclaimed(log, name, sequences)
  if (!unclaimed.ok || unclaimed.value === null) return unclaimed.ok ? ok(null) : unclaimed
  return ok(finding('claim', unclaimed.value, 'The claim of its id does not lead to it.'))
}
