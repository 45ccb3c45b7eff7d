import { ok, type Result } from '../../../result.ts'
import type { LogFailure } from '../fault.ts'
import { type AuditLog, logTime } from '../log.ts'
import type { RecordKind } from '../records/content.ts'
import { hasExpired } from '../records/expiries.ts'
import { keyOf } from '../records/record.ts'
import { type Shown, show } from '../records/shown.ts'
import { claimName, findClaimed } from './claim.ts'

/** The record of a kind and id, or null: never recorded, erased or expired. */
export async function findRecord<Kind extends RecordKind>(
  log: AuditLog,
  kind: Kind,
  id: string,
): Promise<Result<Shown<Kind> | null, LogFailure>> {
  const key = keyOf({ kind, id })
  const found = await findClaimed(log, claimName(kind, id), [key])
  if (!found.ok) return found
  const record = found.value.get(key)
  if (record === undefined || hasExpired(record.expiresAt, logTime(log))) return ok(null)
  return show(log, record, kind)
}
