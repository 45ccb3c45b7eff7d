import type { Result } from '../result.ts'
/**
 * The only door to storage: items under a partition key and a sort key, read strongly consistent,
 * written one at a time and always under a condition. There is no delete and no transaction, so
 * every store that speaks DynamoDB's GetItem, PutItem and Query can stand behind it, and so that
 * nothing in the project can take a record away. Bodies are text: what was hashed is what is kept.
 */
export interface StorePort {
  readonly kind: 'memory' | 'dynamodb'
  /** How far the store's clock is ahead of this machine's, by its last answer; null: not known. */
  readonly clockLeadMs?: () => number | null
  /** The item as of the last completed put, or null. */
  get(key: ItemKey): Promise<Result<StoredItem | null, Unavailable>>
  /** Writes the whole item. */
  put(item: StoredItem, condition: Condition): Promise<Result<null, Conflict | Unavailable>>
  /** Items of one partition by sort key, at most `limit`; bounds are inclusive. */
  query(range: ItemRange): Promise<Result<readonly StoredItem[], Unavailable>>
}

export interface ItemKey {
  readonly pk: string
  readonly sk: string
}

export interface StoredItem extends ItemKey {
  /** Compared by conditions; what it counts is the writer's business. */
  readonly version: number
  readonly body: string
  /** Unix time from which the store may drop the item, in its own time and order. */
  readonly expiresAtSeconds?: number
}

export interface ItemRange {
  readonly pk: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
  readonly descending?: boolean
}

/**
 * `absent`: nothing is under the key. `advances`: nothing is, or a version lower than the item's; so
 * whoever writes the version after the one that was read loses to everybody who was faster.
 */
export type Condition = 'absent' | 'advances'

/** The condition did not hold. */
export interface Conflict {
  readonly kind: 'conflict'
  /** An earlier try of this call may have written; what is there now is somebody else's. */
  readonly mayHaveWritten: boolean
}

/** The store was throttled, unreachable or misconfigured; `cause` is for the log, not for callers. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly retryAfterSeconds: number
  readonly cause: string
  /** A write of this call may have been carried out, now or a moment later: its answer was lost. */
  readonly mayHaveWritten: boolean
}

/** Failed in here, not at the store: nothing of the call was written. */
export function unavailable(cause: string, retryAfterSeconds: number): Unavailable {
  return { kind: 'unavailable', retryAfterSeconds, cause, mayHaveWritten: false }
}

export const CONFLICT: Conflict = { kind: 'conflict', mayHaveWritten: false }

/** DynamoDB takes 400 KB an item, keys and names included; bodies stay well below. */
export const BODY_BYTES_MAX = 350_000

export function bodyBytes(body: string): number {
  return new TextEncoder().encode(body).length
}
