import type { Offer } from './append/offer.ts'
import type { Checkpoint } from './checkpoints/checkpoint.ts'

/**
 * What this process knows of a cluster's log from one request to the next. Plain data only: on
 * Workers promises belong to the request that made them. It makes appends cheap, and it is evidence
 * too: a log that ends before what was seen here was turned back.
 */
export interface LogMemory {
  /** The end of the chain as last seen; null before the first look. */
  head: Checkpoint | null
  /** Up to which record the checkpoint is known to stand. */
  settledSize: number
  seenAtMs: number
  /** How long a look at the chain takes. */
  lookMs: number
  /** When others last appended, or wanted to. */
  rivalsAtMs: number
  /** What was offered for the next place when the inbox was last looked into. */
  inbox: SeenInbox | null
  /** The keys of the last batches, oldest first, without gaps up to the head. */
  recent: RecentBatch[]
  /** Segments whose views are known to be written. */
  segmentsViewed: number
  /** Versions of the PriorityClasses whose change stands in the log. */
  readonly loggedClassVersions: Set<number>
}

export interface SeenInbox {
  readonly size: number
  readonly atMs: number
  readonly offers: readonly Offer[]
}

export interface RecentBatch {
  readonly first: number
  readonly keys: ReadonlySet<string>
  /** The end of the chain with it. */
  readonly head: Checkpoint
}

const RECENT_MAX = 64

export function createMemory(): LogMemory {
  return {
    head: null,
    settledSize: -1,
    seenAtMs: Number.NEGATIVE_INFINITY,
    lookMs: 0,
    rivalsAtMs: Number.NEGATIVE_INFINITY,
    inbox: null,
    recent: [],
    segmentsViewed: 0,
    loggedClassVersions: new Set(),
  }
}

/** Takes note of a batch that ends the chain, and never of an older end than the one that is known. */
export function noteBatch(memory: LogMemory, batch: RecentBatch): void {
  const { head } = batch
  const known = memory.head?.end.size ?? -1
  if (head.end.size <= known) return
  if (batch.first === known + 1) memory.recent.push(batch)
  else memory.recent = [batch]
  if (memory.recent.length > RECENT_MAX) memory.recent.shift()
  memory.head = head
}

/** Takes note of an end that was found without what stands before it. */
export function noteHead(memory: LogMemory, head: Checkpoint): void {
  if (head.end.size <= (memory.head?.end.size ?? -1)) return
  memory.head = head
  memory.recent = []
}

export function noteSettled(memory: LogMemory, size: number): void {
  memory.settledSize = Math.max(memory.settledSize, size)
}

/**
 * Whether one of the keys may have been recorded behind record `size`, as far as the last batches
 * tell; null where they do not reach back so far.
 */
export function hasRecent(
  { head, recent }: LogMemory,
  size: number,
  keys: readonly string[],
): boolean | null {
  if (head === null) return null
  if (head.end.size <= size) return false
  const later = recent.filter(({ first }) => first > size)
  if (later[0]?.first !== size + 1) return null
  return later.some((batch) => keys.some((key) => batch.keys.has(key)))
}
