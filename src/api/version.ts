import { Hono } from 'hono'
import { PROFILE_NAMES } from '../scheduler/profiles.ts'
import { VERSION } from '../version.ts'
import type { AppEnv } from './app-env.ts'
import { respondJson } from './respond.ts'

/** GET /version: the release, the profiles by name and every limit of a request. */
export const version = new Hono<AppEnv>().get('/', (c) => {
  const { limits } = c.get('platform')
  return respondJson(c, { name: 'berth', version: VERSION, profiles: PROFILE_NAMES, limits })
})
