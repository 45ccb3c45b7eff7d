import { err, ok } from '../result.ts'
import type { Condition, ItemKey, ItemRange, StoredItem, StorePort } from './port.ts'
import { CONFLICT } from './port.ts'

/** Items by partition key and sort key. */
export type Partitions = Map<string, Map<string, StoredItem>>

/**
 * A store for the demo and for tests: it keeps the port's promises, and forgets everything when
 * the process ends. What has expired stays until then, and nobody is shown it.
 */
export function createMemoryStore(partitions: Partitions = new Map()): StorePort {
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
  }
}

function holds(condition: Condition, present: StoredItem | null, item: StoredItem): boolean {
  if (present === null) return true
  return condition === 'advances' && present.version < item.version
}

function inRange(items: StoredItem[], { from, to, limit, descending }: ItemRange): StoredItem[] {
  const direction = descending === true ? -1 : 1
  return items
    .filter(({ sk }) => (from === undefined || sk >= from) && (to === undefined || sk <= to))
    .sort((a, b) => (a.sk < b.sk ? -direction : direction))
    .slice(0, limit)
}
