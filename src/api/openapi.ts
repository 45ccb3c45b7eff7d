import { Hono } from 'hono'
import document from '../../schemas/openapi.json' with { type: 'json' }
import type { AppEnv } from './app-env.ts'
import { respondJson } from './respond.ts'

/** GET /openapi.json: the document generated from schemas/. */
export const openapi = new Hono<AppEnv>().get('/', (c) => respondJson(c, document))
