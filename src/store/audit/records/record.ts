import * as z from 'zod'
import { digestOfText } from '../../../digest.ts'
import { canonicalJson } from '../../canonical-json.ts'
import { bodyBytes } from '../../port.ts'
import { type Hash, leafHash, parseHash } from '../merkle/hash.ts'
import type { ContentOf, RecordKind } from './content.ts'
import { type Expiries, nextExpiry, withExpiry } from './expiries.ts'

/** What this version writes. Later ones are hashed and chained alike, or need another layout. */
export const FORMAT = 1

/**
 * A record of the audit chain is a header and a content. The header's hash covers the content only
 * by the content's own hash, so names can be erased and the chain still verifies; a salt in it
 * keeps an erased content from being guessed. Members that are not known here are hashed and kept.
 */
export const AuditRecord = z.looseObject({
  format: z.int().min(1),
  kind: z.string(),
  cluster: z.string(),
  sequence: z.int().min(1),
  id: z.string(),
  time: z.string(),
  expiresAt: z.string().nullable(),
  previous: z.strictObject({
    hash: z.string(),
    expiries: z.array(z.tuple([z.int(), z.string().nullable()])),
  }),
  contentHash: z.string(),
  hash: z.string(),
  /** Null where it was erased, or is kept in parts beside the chain. */
  content: z.unknown(),
  parts: z.int().min(1).optional(),
  /** The record that says who erased the content, and why. */
  erasedBy: z.int().min(1).optional(),
})
export type AuditRecord = z.output<typeof AuditRecord>

/** A record as its author knows it, before it has a place in the chain. */
export interface Draft {
  readonly kind: RecordKind
  readonly id: string
  readonly content: unknown
  readonly contentHash: string
  /** Of a content that is kept beside the chain, which is null here: in how many parts. */
  readonly parts?: number
  /** Of the content as the chain will hold it. */
  readonly bytes: number
}

export function draft<Kind extends RecordKind>(
  kind: Kind,
  id: string,
  content: ContentOf<Kind>,
): Draft {
  const text = canonicalJson(content)
  return { kind, id, content, contentHash: digestOfText(text), bytes: bodyBytes(text) }
}

/** All that the next record needs to know of those before it. */
export interface ChainEnd {
  /** How many records there are, and so the number of the last. */
  readonly size: number
  readonly hash: string
  readonly time: string
  readonly expiries: Expiries
}

/** Where every chain starts. */
export const CHAIN_START: ChainEnd = {
  size: 0,
  hash: `sha256:${'0'.repeat(64)}`,
  time: '1970-01-01T00:00:00.000Z',
  expiries: [],
}

export interface Placement {
  readonly cluster: string
  readonly now: Date
  /** Null: kept for ever. */
  readonly retentionSeconds: number | null
}

/**
 * Gives a draft its place after `end` and its hash. Time never goes back, so it follows the
 * sequence (machines' clocks differ a little).
 */
export function place(
  { kind, id, content, contentHash, parts }: Draft,
  end: ChainEnd,
  { cluster, now, retentionSeconds }: Placement,
): AuditRecord {
  const time = later(now.toISOString(), end.time)
  const due = retentionSeconds === null ? null : addSeconds(time, retentionSeconds)
  const unhashed = {
    format: FORMAT,
    kind,
    cluster,
    sequence: end.size + 1,
    id,
    time,
    expiresAt: nextExpiry(end.expiries, due),
    previous: { hash: end.hash, expiries: end.expiries.map(([at, expiry]) => [at, expiry]) },
    contentHash,
  } satisfies Record<string, unknown>
  const hash = digestOfText(canonicalJson(unhashed))
  return AuditRecord.parse({ ...unhashed, hash, content, ...(parts && { parts }) })
}

/** The end of a chain whose last record this is. */
export function endOf({ sequence, hash, time, expiresAt, previous }: AuditRecord): ChainEnd {
  const expiries = withExpiry(previous.expiries, sequence, expiresAt)
  return { size: sequence, hash, time, expiries }
}

/** Not covered by a record's hash: the content has one of its own, and may be moved or erased. */
const OUTSIDE = new Set(['hash', 'content', 'parts', 'erasedBy'])

/** Whether a header still says what it said when its hash was taken. */
export function isHeaderUnaltered(record: AuditRecord): boolean {
  const covered = Object.entries(record).filter(([name]) => !OUTSIDE.has(name))
  return record.hash === digestOfText(canonicalJson(Object.fromEntries(covered)))
}

export function isContentUnaltered(
  { contentHash }: Pick<AuditRecord, 'contentHash'>,
  content: unknown,
): boolean {
  return contentHash === digestOfText(canonicalJson(content))
}

/** What the tree of a chain holds of a record. */
export function leafOf({ hash }: Pick<AuditRecord, 'hash'>): Hash {
  return leafHash(parseHash(hash) ?? new Uint8Array(0))
}

/** What must not be recorded twice: one preemption, one outcome of it. */
export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}/${id}`
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function addSeconds(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString()
}
