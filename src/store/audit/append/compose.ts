import { BODY_BYTES_MAX } from '../../port.ts'
import type { Head } from '../checkpoints/checkpoint.ts'
import {
  type AuditRecord,
  type Draft,
  endOf,
  keyOf,
  type Placement,
  place,
} from '../records/record.ts'
import { draftsOf } from './inbox.ts'
import type { Offer } from './offer.ts'

/** A batch is read as a whole to find one of its records. */
const RECORDS_MAX = 256

/** What a header takes at most, beside its content. */
const HEADER_BYTES = 2000

/** Which drafts go into the next batch: own ones, and as many of others as there is room for. */
export function choose(own: readonly Draft[], offers: readonly Offer[]): Draft[] {
  const theirs = offers.flatMap(draftsOf)
  // Where both cannot go, nobody's offer waits for a queue that never ends.
  const half = theirs.length === 0 ? RECORDS_MAX : RECORDS_MAX / 2
  const inTurn = [...own.slice(0, half), ...theirs, ...own.slice(half)]
  const chosen = new Map<string, Draft>()
  let bytes = HEADER_BYTES // of the batch
  for (const draft of inTurn) {
    const key = keyOf(draft)
    const more = draft.bytes + HEADER_BYTES
    if (chosen.has(key)) continue
    // Those of one caller keep their order, so nothing overtakes what does not fit.
    if (chosen.size === RECORDS_MAX || bytes + more > BODY_BYTES_MAX) break
    chosen.set(key, draft)
    bytes += more
  }
  return [...chosen.values()]
}

/** Gives each its place behind the head, one after another. */
export function placeAll(
  drafts: readonly Draft[],
  { end }: Head,
  placement: Placement,
): AuditRecord[] {
  const records: AuditRecord[] = []
  let last = end
  for (const draft of drafts) {
    const record = place(draft, last, placement)
    records.push(record)
    last = endOf(record)
  }
  return records
}
