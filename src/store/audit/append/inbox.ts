import * as z from 'zod'
import { ok, type Result } from '../../../result.ts'
import type { Conflict, Unavailable } from '../../port.ts'
import { readJson } from '../../read-json.ts'
import { inboxPartition } from '../keys.ts'
import { type AuditLog, logTime } from '../log.ts'
import { CONTENTS, type RecordKind } from '../records/content.ts'
import type { Draft } from '../records/record.ts'
import type { Offer } from './offer.ts'

/** Offers are read at once; what does not fit waits for the next place. */
const OFFERS_MAX = 200

/** Long gone by then: a place is taken within a second. */
const KEPT_SECONDS = 3600

const OfferedDrafts = z.array(
  z.strictObject({
    kind: z.string().refine((kind): kind is RecordKind => Object.hasOwn(CONTENTS, kind)),
    id: z.string(),
    content: z.unknown(),
    contentHash: z.string(),
    parts: z.int().min(1).exactOptional(),
    bytes: z.int(),
  }),
)

export async function offer(
  log: AuditLog,
  size: number,
  ticket: string,
  drafts: readonly Draft[],
): Promise<Result<null, Conflict | Unavailable>> {
  const expiresAtSeconds = Math.floor(logTime(log).getTime() / 1000) + KEPT_SECONDS
  const pk = inboxPartition(log.cluster, size)
  const item = { pk, sk: ticket, version: 1, body: JSON.stringify(drafts), expiresAtSeconds }
  return log.store.put(item, 'absent')
}

/** What is offered for the place behind record `size`, longest waiting first. */
export async function readOffers(
  { store, cluster }: Pick<AuditLog, 'store' | 'cluster'>,
  size: number,
  limit: number = OFFERS_MAX,
): Promise<Result<Offer[], Unavailable>> {
  const items = await store.query({ pk: inboxPartition(cluster, size), limit })
  if (!items.ok) return items
  return ok(items.value.map(({ sk, body }) => ({ ticket: sk, body })))
}

/** Reads the offers for a place, and leaves them in the log's memory. */
export async function lookIntoInbox(
  log: AuditLog,
  size: number,
): Promise<Result<readonly Offer[], Unavailable>> {
  const offers = await readOffers(log, size)
  if (!offers.ok) return offers
  const atMs = log.runtime.now().getTime()
  log.memory.inbox = { size, atMs, offers: offers.value }
  if (offers.value.length > 0) log.memory.rivalsAtMs = atMs
  return offers
}

/** What is offered; nothing where it cannot be read: its author writes it himself then. */
export function draftsOf({ body }: Offer): Draft[] {
  return readJson(OfferedDrafts, body) ?? []
}
