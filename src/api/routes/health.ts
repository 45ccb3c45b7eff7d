import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { respondJson } from '../http/response/respond.ts'

/** GET /healthz: the process answers. Berth keeps no state, so there is nothing more to ask. */
export const health = new Hono<AppEnv>().get('/', (c) => respondJson(c, { status: 'ok' }))
