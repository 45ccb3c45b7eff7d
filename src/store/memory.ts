import type { Condition, ItemKey, ItemRange, StoredItem, StorePort } from './port.ts'
import { CONFLICT, err, ok } from './port.ts'

/** A store for the demo and for tests: it keeps the port's promises and forgets all on exit. */
export interface MemoryStore extends StorePort {
  readonly kind: 'memory'
  /** Drops what has expired, as DynamoDB's TTL does on its own; returns how many items went. */
  sweep(nowSeconds: number): number
}

export function createMemoryStore(): MemoryStore {
  const partitions = new Map<string, Map<string, StoredItem>>()

  const find = ({ pk, sk }: ItemKey) => partitions.get(pk)?.get(sk) ?? null

  return {
    kind: 'memory',
    async get(key) {
      return ok(find(key))
    },
    async put(item, condition) {
      if (!holds(condition, find(item), item)) return err(CONFLICT)
      const partition = partitions.get(item.pk) ?? new Map<string, StoredItem>()
      partitions.set(item.pk, partition.set(item.sk, Object.freeze({ ...item })))
      return ok(null)
    },
    async query(range) {
      const items = [...(partitions.get(range.pk)?.values() ?? [])]
      return ok(inRange(items, range))
    },
    sweep(nowSeconds) {
      let dropped = 0
      for (const partition of partitions.values()) {
        for (const { sk, expiresAtSeconds = Number.POSITIVE_INFINITY } of partition.values()) {
          if (expiresAtSeconds <= nowSeconds && partition.delete(sk)) dropped += 1
        }
      }
      return dropped
    },
  }
}

function holds(condition: Condition, present: StoredItem | null, item: StoredItem): boolean {
  switch (condition.kind) {
    case 'absent':
      return present === null
    case 'version':
      return present?.version === condition.version
    case 'advances':
      return present === null || present.version < item.version
  }
}

function inRange(items: StoredItem[], { from, to, limit, descending }: ItemRange): StoredItem[] {
  const direction = descending === true ? -1 : 1
  return items
    .filter(({ sk }) => (from === undefined || sk >= from) && (to === undefined || sk <= to))
    .sort((a, b) => (a.sk < b.sk ? -direction : direction))
    .slice(0, limit)
}
