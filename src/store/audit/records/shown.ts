import { ok, type Result } from '../../../result.ts'
import type { Unavailable } from '../../port.ts'
import type { AuditLog } from '../log.ts'
import { type ContentOf, contentOf, type RecordKind } from './content.ts'
import { loadContent } from './content-parts.ts'
import { type AuditRecord, isContentUnaltered, isHeaderUnaltered } from './record.ts'

/** A record as it can be shown: what it says, and whether it still says what it said at first. */
export interface Shown<Kind extends RecordKind> {
  readonly record: AuditRecord
  readonly content: ContentOf<Kind>
  readonly isIntact: boolean
}

/** Null for a record of another kind, and for one whose content is erased or cannot be read. */
export async function show<Kind extends RecordKind>(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  record: AuditRecord,
  kind: Kind,
): Promise<Result<Shown<Kind> | null, Unavailable>> {
  if (record.kind !== kind) return ok(null)
  const loaded = await loadContent(log, record)
  if (!loaded.ok && loaded.error.kind === 'unavailable') return { ok: false, error: loaded.error }
  const whole = loaded.ok ? loaded.value : record
  const content = contentOf(whole, kind)
  if (content === null) return ok(null)
  const isIntact =
    record.cluster === log.cluster &&
    isHeaderUnaltered(record) &&
    isContentUnaltered(record, whole.content)
  return ok({ record: whole, content, isIntact })
}
