import { Hono } from 'hono'
import { describeClassicReleases } from '../scheduler/classic/describe.ts'
import { describeReleases } from '../scheduler/describe.ts'
import type { AppEnv } from './app-env.ts'
import { respondJson } from './respond.ts'

/** GET /v1/profiles: every scheduler that can be asked, and what distinguishes it. */
export const profiles = new Hono<AppEnv>().get('/', (c) =>
  respondJson(c, { profiles: [...describeReleases(), ...describeClassicReleases()] }),
)
