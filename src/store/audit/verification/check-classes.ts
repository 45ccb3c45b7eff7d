import { err, ok, type Result } from '../../../result.ts'
import { readClassSet, usedOf } from '../../priority-classes/set.ts'
import type { LogFailure } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { claimName, findClaimed } from '../lookup/claim.ts'
import { contentOf } from '../records/content.ts'
import { type AuditRecord, keyOf } from '../records/record.ts'
import { finding, type Stop, stopOf } from './finding.ts'

/**
 * Whether the PriorityClasses are what the log says they became: the last change of them that is
 * logged must have made them what they are, or be named beside them as not logged yet.
 */
export async function checkClasses(log: AuditLog): Promise<Result<null, Stop>> {
  const set = await readClassSet(log.store, log.cluster)
  if (!set.ok) return set
  const { version, unlogged, recentIds } = set.value
  const later = await findChange(log, version + 1)
  if (!later.ok) return err(stopOf('classes', later.error))
  if (later.value !== null) {
    const detail = `The PriorityClasses were turned back to version ${version}.`
    return err(finding('classes', later.value.sequence, detail))
  }
  // Without ids it was written by 0.1.0, which logged no changes.
  if (recentIds.length === 0) return ok(null)
  const found = await findChange(log, version)
  if (!found.ok) return err(stopOf('classes', found.error))
  const logged = found.value === null ? null : contentOf(found.value, 'priorityClass')
  const beside = unlogged.find((one) => one.version === version)
  const said = logged ?? (found.value === null ? beside?.content : null)
  // A change that has expired says nothing any more.
  if (said === undefined || said === null) return ok(null)
  if (said.priorityClasses.digest === usedOf(set.value).digest) return ok(null)
  const sequence = found.value?.sequence ?? 0
  return err(finding('classes', sequence, 'The PriorityClasses are not what it says they became.'))
}

async function findChange(
  log: AuditLog,
  version: number,
): Promise<Result<AuditRecord | null, LogFailure>> {
  const change = { kind: 'priorityClass', id: String(version) }
  const name = claimName(change.kind, change.id)
  const found = await findClaimed(log, name, [keyOf(change)])
  return found.ok ? ok(found.value.get(keyOf(change)) ?? null) : found
}
