import { Hono } from 'hono'
import { PROFILE_NAMES } from '../scheduler/profiles.ts'
import { COLUMN_NAMES_MAX } from '../snapshot/column-names.ts'
import { POD_CHARS_MAX } from '../snapshot/pod-classes.ts'
import { VERSION } from '../version.ts'
import type { AppEnv } from './app-env.ts'
import { respondJson } from './respond.ts'

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
