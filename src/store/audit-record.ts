import * as z from 'zod'
import { OutcomeEntry, PreemptionEntry } from '../../schemas/preemption-record.ts'
import { sha256OfText } from '../digest.ts'
import { canonicalJson } from './canonical-json.ts'

/** One link of a cluster's audit chain. */
export type AuditRecord = z.output<typeof AuditRecord>
const AuditRecord = z.discriminatedUnion('kind', [PreemptionEntry, OutcomeEntry])

type ChainField = 'cluster' | 'sequence' | 'time' | 'expiresAt' | 'previous' | 'hash'

/** A record as its author knows it, before it has a place in the chain. */
export type NewRecord = Omit<PreemptionEntry, ChainField> | Omit<OutcomeEntry, ChainField>

/** All that the next record needs to know of those before it. */
export type ChainEnd = z.output<typeof ChainEnd>
export const ChainEnd = z.strictObject({
  sequence: z.int(),
  hash: z.string(),
  time: z.string(),
  /** When the last of those that expire does; null when none expires. */
  latestExpiry: z.string().nullable(),
  /** The last one that never expires, or 0. */
  keptThrough: z.int(),
})

/** Where every chain starts. */
export const CHAIN_START: ChainEnd = {
  sequence: 0,
  hash: `sha256:${'0'.repeat(64)}`,
  time: '1970-01-01T00:00:00.000Z',
  latestExpiry: null,
  keptThrough: 0,
}

export interface Placement {
  readonly cluster: string
  readonly now: Date
  /** Null: kept for ever. */
  readonly retentionSeconds: number | null
}

/**
 * Gives a record its place after `end` and its hash. Time never goes back, so it follows the
 * sequence (isolates' clocks differ a little). Expiry never goes back either: where retention was
 * shortened, newer records wait for older ones, so that whatever has expired, all before has too.
 */
export async function chain(
  record: NewRecord,
  end: ChainEnd,
  { cluster, now, retentionSeconds }: Placement,
): Promise<AuditRecord> {
  const time = later(now.toISOString(), end.time)
  const unhashed = {
    ...record,
    cluster,
    sequence: end.sequence + 1,
    time,
    expiresAt: retentionSeconds === null ? null : expiry(time, retentionSeconds, end),
    previous: { hash: end.hash, latestExpiry: end.latestExpiry, keptThrough: end.keptThrough },
  }
  return { ...unhashed, hash: await sha256OfText(canonicalJson(unhashed)) }
}

function expiry(time: string, retentionSeconds: number, { latestExpiry }: ChainEnd): string {
  const due = new Date(Date.parse(time) + retentionSeconds * 1000).toISOString()
  return later(due, latestExpiry ?? due)
}

/** The end of a chain whose last record this is. */
export function endOf({ sequence, hash, time, expiresAt, previous }: AuditRecord): ChainEnd {
  return {
    sequence,
    hash,
    time,
    latestExpiry: expiresAt ?? previous.latestExpiry,
    keptThrough: expiresAt === null ? sequence : previous.keptThrough,
  }
}

/** Whether a record still says what it said when its hash was taken. */
export async function isUnaltered({ hash, ...unhashed }: AuditRecord): Promise<boolean> {
  return hash === (await sha256OfText(canonicalJson(unhashed)))
}

/** Records are kept as text; null when the text is no record any more. */
export function parseRecord(body: string): AuditRecord | null {
  try {
    return AuditRecord.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

export function hasExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
}

// Instants of toISOString, always of one length and zone, so they compare as text.
function later(a: string, b: string): string {
  return a > b ? a : b
}
