import { Hono } from 'hono'
import { describeProfiles } from '../../scheduler/profiles/describe-profiles.ts'
import type { AppEnv } from '../http/app-env.ts'
import { respondJson } from '../http/response/respond.ts'

/** GET /v1/profiles: every scheduler that can be asked, and what distinguishes it. */
export const profiles = new Hono<AppEnv>().get('/', (c) =>
  respondJson(c, { profiles: describeProfiles() }),
)
