import { err, ok, type Result } from '../../result.ts'
import { readVerifier } from '../../store/audit/checkpoints/note-keys.ts'
import { AuditRecord } from '../../store/audit/records/record.ts'
import { ExportCheck } from '../../store/audit/verification/check-export.ts'
import { ExportLine } from '../../store/audit/verification/export-line.ts'
import { textLines } from '../../text-lines.ts'
import type { CheckedRecord, Pictured } from '../answers.ts'
import { damageText, type PlainBytes } from './plain-bytes.ts'

/** Records that the picture shows; all are checked. */
const SHOWN_MAX = 5000

/** Checks an export of the audit log line by line, as `berth store verify` does. */
export async function checkExport(
  name: string,
  { bytes, isGzip }: PlainBytes,
  keys: readonly string[],
): Promise<Result<Pictured, readonly string[]>> {
  const verifiers = []
  for (const key of keys) {
    const verifier = readVerifier(key)
    if (!verifier.ok) return err([`The public key ${verifier.error}`])
    verifiers.push(verifier.value)
  }
  const check = new ExportCheck({ verifiers, checkpoints: [], noted: [], now: new Date() })
  const records: CheckedRecord[] = []
  try {
    for await (const line of textLines(bytes)) {
      if (line.trim() === '') continue
      await check.line(line)
      const room = SHOWN_MAX - records.length
      if (room > 0) records.push(...recordsIn(line, room))
    }
  } catch (error) {
    return err([damageText(name, isGzip, error)])
  }
  return ok({ kind: 'audit', answer: { report: check.end(), records } })
}

/** At most so many: one line may tell of all records that are gone. */
function recordsIn(line: string, most: number): CheckedRecord[] {
  const value = parse(line)
  const leaves = ExportLine.safeParse(value)
  if (leaves.success) {
    if (leaves.data.kind !== 'leaves') return []
    const { from, hashes } = leaves.data
    const shown = hashes.slice(0, most)
    return shown.map((_, index) => ({ sequence: from + index, kind: '', time: '', state: 'gone' }))
  }
  const record = AuditRecord.safeParse(value)
  if (!record.success) return []
  const { sequence, kind, time, content, erasedBy } = record.data
  const isErased = content === null && erasedBy !== undefined
  return [{ sequence, kind, time, state: isErased ? 'erased' : 'whole' }]
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null // the check says so
  }
}
