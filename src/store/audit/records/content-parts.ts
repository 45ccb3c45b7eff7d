import { err, ok, type Result } from '../../../result.ts'
import { canonicalJson } from '../../canonical-json.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Unavailable } from '../../port.ts'
import { broken, type LogFailure, type TooLarge } from '../fault.ts'
import { contentPartition, sequenceKey } from '../keys.ts'
import { type AuditLog, besideExpiry } from '../log.ts'
import { type AuditRecord, type Draft, isContentUnaltered } from './record.ts'

/** A content above this stands beside the chain, so that others still fit into its batch. */
const INLINE_BYTES_MAX = 100_000

/** So many UTF-16 units have at most 300,000 bytes, and an item 400 KB. */
const PART_CHARS = 100_000

/** About three megabytes of text; a preemption of 20,000 victims is below. */
const PARTS_MAX = 32

/** Writes a large content in parts beside the chain; the draft that comes back fits into a batch. */
export async function storeLarge(
  log: AuditLog,
  draft: Draft,
): Promise<Result<Draft, Unavailable | TooLarge>> {
  if (draft.bytes <= INLINE_BYTES_MAX) return ok(draft)
  const texts = split(canonicalJson(draft.content))
  if (texts.length > PARTS_MAX) return err({ kind: 'tooLarge', bytes: draft.bytes })
  const pk = contentPartition(log.cluster, draft.contentHash)
  const stored = await inParallel([...texts.entries()], async ([at, body]) => {
    const item = { pk, sk: sequenceKey(at), version: 1, body, ...besideExpiry(log) }
    const put = await log.store.put(item, 'absent')
    return put.ok || put.error.kind === 'conflict' ? ok(null) : err(put.error)
  })
  if (!stored.ok) return stored
  return ok({ ...draft, content: null, parts: texts.length, bytes: 0 })
}

/** The record with its content, wherever that is kept. */
export async function loadContent(
  log: Pick<AuditLog, 'store' | 'cluster'>,
  record: AuditRecord,
): Promise<Result<AuditRecord, LogFailure>> {
  const { parts, contentHash, sequence } = record
  if (parts === undefined || record.erasedBy !== undefined || record.content !== null) {
    return ok(record)
  }
  const pk = contentPartition(log.cluster, contentHash)
  const items = await log.store.query({ pk, limit: Math.min(parts, PARTS_MAX) })
  if (!items.ok) return items
  const content = parse(items.value.map(({ body }) => body).join(''))
  if (content === undefined || !isContentUnaltered(record, content)) {
    return err(broken(sequence, 'Its content, which is kept apart, is not what was recorded.'))
  }
  return ok({ ...record, content })
}

/** Never between the two halves of a character, which would not survive alone. */
function split(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + PART_CHARS)
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
