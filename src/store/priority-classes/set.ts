import * as z from 'zod'
import {
  ClassChangeContent,
  type PriorityClassesUsed,
} from '../../../schemas/store/audit-content.ts'
import { PriorityClass } from '../../../schemas/store/priority-class.ts'
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
import { readJson } from '../read-json.ts'

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
  /** The last changes: until the audit log has them they are nowhere else. */
  readonly unlogged: readonly Unlogged[]
  /** The ids of the last changes, so that a writer recognises its own after an unclear answer. */
  readonly recentIds: readonly string[]
}

/** A change that may not stand in the audit log yet. */
export type Unlogged = z.output<typeof Unlogged>
const Unlogged = z.strictObject({
  version: z.int().min(1),
  time: z.string(),
  content: ClassChangeContent,
})

const EMPTY = { classes: [], unlogged: [], recentIds: [] }

const Body = z.union([
  z.strictObject({
    classes: z.array(PriorityClass),
    unlogged: z.array(Unlogged),
    recentIds: z.array(z.string()),
  }),
  // As 0.1.0 wrote it.
  z.array(PriorityClass).transform((classes) => ({ ...EMPTY, classes })),
])

function keyOf(cluster: string): ItemKey {
  return { pk: `priority-classes/${cluster}`, sk: 'set' }
}

export async function readClassSet(
  store: StorePort,
  cluster: string,
): Promise<Result<PriorityClassSet, Unavailable>> {
  const item = await store.get(keyOf(cluster))
  if (!item.ok) return item
  if (item.value === null) return ok({ version: 0, ...EMPTY })
  const body = readJson(Body, item.value.body)
  if (body !== null) return ok({ version: item.value.version, ...body })
  const cause = `the priority classes of ${cluster} cannot be read`
  return err(unavailable(cause, 60))
}

/** Tells this state of the classes from every other, also where a table was turned back. */
export function usedOf({
  version,
  classes,
}: Pick<PriorityClassSet, 'version' | 'classes'>): PriorityClassesUsed {
  return { version, digest: digestOfText(canonicalJson(classes)) }
}

/** The item that holds the set; its version must be one more than that of the set it replaces. */
export function toItem(cluster: string, { version, ...body }: PriorityClassSet): StoredItem {
  return { ...keyOf(cluster), version, body: canonicalJson(body) }
}
