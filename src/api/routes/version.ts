import { Hono } from 'hono'
import { PROFILE_NAMES } from '../../scheduler/profiles/resolve-profile.ts'
import { COLUMN_NAMES_MAX } from '../../snapshot/json/column-names.ts'
import { POD_CHARS_MAX } from '../../snapshot/pods/pod-signatures.ts'
import { VERSION } from '../../version.ts'
import type { AppEnv } from '../http/app-env.ts'
import { respondJson } from '../http/response/respond.ts'

/** What is beyond every cluster, and so no matter of configuration. */
const FIXED_LIMITS = {
  podChars: POD_CHARS_MAX,
  resourceNames: COLUMN_NAMES_MAX,
  topologyKeys: COLUMN_NAMES_MAX,
}

/** GET /version: the release, the profiles by name and every limit of a request. */
export const version = new Hono<AppEnv>().get('/', (c) => {
  const limits = { ...c.get('platform').limits, ...FIXED_LIMITS }
  return respondJson(c, { name: 'berth', version: VERSION, profiles: PROFILE_NAMES, limits })
})
