import { Hono } from 'hono'
import document from '../../../schemas/openapi.json' with { type: 'json' }
import type { AppEnv } from '../http/app-env.ts'
import { respondJson } from '../http/respond.ts'

/** GET /openapi.json: the document generated from schemas/. */
export const openapi = new Hono<AppEnv>().get('/', (c) => respondJson(c, document))
