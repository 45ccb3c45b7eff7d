import { err, ok, type Result } from '../../result.ts'
import { readVerifier } from '../../store/audit/checkpoints/note-keys.ts'
import { AuditRecord } from '../../store/audit/records/record.ts'
import { ExportCheck } from '../../store/audit/verification/check-export.ts'
import { ExportLine } from '../../store/audit/verification/export-line.ts'
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
    for await (const line of linesOf(bytes)) {
      await check.line(line)
      if (records.length < SHOWN_MAX) records.push(...recordsIn(line))
    }
  } catch (error) {
    return err([damageText(name, isGzip, error)])
  }
  const answer = { report: check.end(), records: records.slice(0, SHOWN_MAX) }
  return ok({ kind: 'audit', answer })
}

function recordsIn(line: string): CheckedRecord[] {
  const value = parse(line)
  const leaves = ExportLine.safeParse(value)
  if (leaves.success) {
    if (leaves.data.kind !== 'leaves') return []
    const { from, hashes } = leaves.data
    return hashes.map((_, index) => ({ sequence: from + index, kind: '', time: '', state: 'gone' }))
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

async function* linesOf(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, void, void> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}
