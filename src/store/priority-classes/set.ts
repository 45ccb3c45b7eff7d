import * as z from 'zod'
import type { PriorityClassesUsed } from '../../../schemas/audit-content.ts'
import { PriorityClass } from '../../../schemas/priority-class.ts'
import { digestOfText } from '../../digest.ts'
import { err, ok, type Result } from '../../result.ts'
import { canonicalJson } from '../canonical-json.ts'
import {
  type ItemKey,
  type StoredItem,
  type StorePort,
  type Unavailable,
  unavailable,
} from '../port.ts'

/**
 * All stored classes of a cluster, in one item: at most one global default, unique names and
 * versions are then one condition on one item, and a decision reads them with one GetItem. A
 * cluster has a dozen classes; an item holds a thousand.
 */
export interface PriorityClassSet {
  /** Counts writes; 0 before the first. */
  readonly version: number
  /** By name; without the classes of the system. */
  readonly classes: readonly PriorityClass[]
}

const Body = z.array(PriorityClass)

function keyOf(cluster: string): ItemKey {
  return { pk: `priority-classes/${cluster}`, sk: 'set' }
}

export async function readClassSet(
  store: StorePort,
  cluster: string,
): Promise<Result<PriorityClassSet, Unavailable>> {
  const item = await store.get(keyOf(cluster))
  if (!item.ok) return item
  if (item.value === null) return ok({ version: 0, classes: [] })
  const classes = parseBody(item.value.body)
  if (classes !== null) return ok({ version: item.value.version, classes })
  const cause = `the priority classes of ${cluster} cannot be read`
  return err(unavailable(cause, 60))
}

/** Tells this state of the classes from every other, also where a table was turned back. */
export function usedOf({ version, classes }: PriorityClassSet): PriorityClassesUsed {
  return { version, digest: digestOfText(canonicalJson(classes)) }
}

/** The item that holds the set; its version must be one more than that of the set it replaces. */
export function toItem(cluster: string, { version, classes }: PriorityClassSet): StoredItem {
  return { ...keyOf(cluster), version, body: canonicalJson(classes) }
}

function parseBody(body: string): PriorityClass[] | null {
  try {
    return Body.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}
