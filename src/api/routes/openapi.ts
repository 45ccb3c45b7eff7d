import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { respond } from '../http/response/respond.ts'

/** GET /openapi.json: the document generated from schemas/. */
export const openapi = new Hono<AppEnv>().get('/', async (c) => {
  const document = await c.get('platform').loadDocument()
  if (document !== null) return respond(c, document, { contentType: 'application/json' })
  return problem(c, { code: 'not-found', detail: NO_DOCUMENT })
})

export const NO_DOCUMENT =
  'The OpenAPI document is not deployed here: npm run build:web puts it among the assets'
