import type { Context } from 'hono'
import { ANONYMOUS, mayActAs } from '../../auth/caller.ts'
import type { NotEvaluated } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { loadPriorityClasses } from '../../store/priority-classes.ts'
import { unavailable } from '../routes/store-access.ts'
import type { AppEnv } from './app-env.ts'

export interface StoredClasses {
  readonly classes: readonly JsonObject[]
  /** Why there are none, where the request names a cluster. */
  readonly notEvaluated: readonly NotEvaluated[]
}

const NONE: StoredClasses = { classes: [], notEvaluated: [] }

/** The PriorityClasses that are kept of the request's cluster; without them decisions go on. */
export async function storedPriorityClasses(
  c: Context<AppEnv>,
  cluster: string | undefined,
): Promise<StoredClasses> {
  if (cluster === undefined) return NONE
  const { store } = c.get('platform')
  if (store === null) return missing(cluster, 'there is no store')
  const caller = c.get('caller') ?? ANONYMOUS
  if (!mayActAs(caller, 'decide')) return missing(cluster, `${caller.name} has not the role decide`)
  const loaded = await loadPriorityClasses(store, cluster)
  if (!loaded.ok) return missing(cluster, unavailable(c, loaded.error).detail)
  const { classes } = loaded.value
  return {
    classes: classes.filter(({ metadata }) => !metadata.name.startsWith('system-')),
    notEvaluated: [],
  }
}

function missing(cluster: string, why: string): StoredClasses {
  const reason = `those kept of ${cluster} were not read: ${why}`
  return { classes: [], notEvaluated: [{ what: 'priorityClasses', kind: 'PriorityClass', reason }] }
}
