import type { Context } from 'hono'
import type { PriorityClassesUsed } from '../../../../schemas/store/audit-content.ts'
import { ANONYMOUS, mayActAs } from '../../../auth/caller.ts'
import type { JsonObject } from '../../../snapshot/json/fields.ts'
import type { NotEvaluated } from '../../../snapshot/not-evaluated.ts'
import { loadPriorityClasses } from '../../../store/priority-classes/classes.ts'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import { unavailable } from './store-access.ts'

export interface StoredClasses {
  readonly classes: readonly JsonObject[]
  /** Which they were; null where there are none to read. */
  readonly used: PriorityClassesUsed | null
  /** Why there are none, where the request names a cluster. */
  readonly notEvaluated: readonly NotEvaluated[]
  /** There may be some, which were not read: priorities that would come of them are unknown. */
  readonly areUnread: boolean
  /** The store did not give them. */
  readonly fault: Fault | null
}

const NONE: StoredClasses = {
  classes: [],
  used: null,
  notEvaluated: [],
  areUnread: false,
  fault: null,
}

/** The PriorityClasses that are kept of the request's cluster. */
export async function storedPriorityClasses(
  c: Context<AppEnv>,
  cluster: string | undefined,
): Promise<StoredClasses> {
  if (cluster === undefined) return NONE
  const { store } = c.get('platform')
  if (store === null) return missing(cluster, 'there is no store', null)
  const caller = c.get('caller') ?? ANONYMOUS
  if (!mayActAs(caller, 'decide')) {
    const found = missing(cluster, `${caller.name} has not the role decide`, null)
    return { ...found, areUnread: true }
  }
  const loaded = await loadPriorityClasses(store, cluster)
  if (!loaded.ok) {
    const fault = unavailable(c, loaded.error)
    return { ...missing(cluster, fault.detail, fault), areUnread: true }
  }
  const { classes, used } = loaded.value
  return {
    ...NONE,
    classes: classes.filter(({ metadata }) => !metadata.name.startsWith('system-')),
    used,
  }
}

function missing(cluster: string, why: string, fault: Fault | null): StoredClasses {
  const reason = `those kept of ${cluster} were not read: ${why}`
  const kind = 'PriorityClass'
  const item = { what: 'priorityClasses', kind, affects: 'preview', reason } as const
  return { ...NONE, notEvaluated: [item], fault }
}
