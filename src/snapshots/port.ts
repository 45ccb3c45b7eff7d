import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'

/** What is known of a kept snapshot without reading it. */
export interface SnapshotHead {
  /**
   * One a part: of the snapshot as the parts up to there leave it. A patch's follows from its bytes
   * and the digest before it, so that equal last digests mean equal snapshots.
   */
  readonly digests: readonly string[]
  /** When it was last said to be so, in milliseconds since the epoch. */
  readonly storedAtMs: number
  /** Objects by kind; kinds that it has none of, and still lists, with 0. */
  readonly counts: Readonly<Partial<Record<SnapshotResource, number>>>
  /** What its parts take up. */
  readonly bytes: number
}

/** A snapshot as it is kept: first the snapshot, then patches of it; JSON, each part gzip of its own. */
export interface KeptSnapshot extends SnapshotHead {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
}

/** What a write must find, by last digest; null: nothing; undefined: whatever is there. */
export type Expected = string | null | undefined

/** How a write ended. */
export type Kept =
  | { readonly kind: 'kept'; readonly isNew: boolean }
  /** Something else is there: its last digest, null for nothing. */
  | { readonly kind: 'conflict'; readonly digest: string | null }
  | { readonly kind: 'too-large'; readonly limitBytes: number }

/** A patch to go behind what is kept. */
export interface Addition {
  readonly head: SnapshotHead
  /** Null: nothing changes but the time. */
  readonly part: Uint8Array<ArrayBuffer> | null
}

/** Where snapshots are kept by name. What is too old is not there. */
export interface SnapshotPort {
  readonly kind: 'memory' | 'workers-kv' | 'r2'
  head(name: string): Promise<SnapshotHead | null>
  /** With the parts behind a digest that the caller has read already; all where it is not found. */
  get(name: string, behind?: string): Promise<KeptSnapshot | null>
  put(name: string, snapshot: KeptSnapshot, expected: Expected): Promise<Kept>
  /** `expected` is the digest before the addition. */
  append(name: string, addition: Addition, expected: string): Promise<Kept>
  /** Whether there was one. */
  delete(name: string, expected: Expected): Promise<Kept | { readonly kind: 'absent' }>
}

/** The digest that stands for a snapshot as it is now. */
export function lastDigest({ digests }: SnapshotHead): string {
  const last = digests.at(-1)
  if (last === undefined) throw new Error('a kept snapshot has no part')
  return last
}

/** The same snapshot without the parts up to and with a digest. */
export function partsBehind(snapshot: KeptSnapshot, behind: string | undefined): KeptSnapshot {
  const at = behind === undefined ? -1 : snapshot.digests.indexOf(behind)
  if (at < 0) return snapshot
  return { ...snapshot, parts: snapshot.parts.slice(at + 1) }
}

/** Whether a write may go on; else what it met. */
export function conflictOf(
  head: SnapshotHead | null,
  expected: Expected,
): Extract<Kept, { kind: 'conflict' }> | null {
  const digest = head === null ? null : lastDigest(head)
  if (expected === undefined || expected === digest) return null
  return { kind: 'conflict', digest }
}
