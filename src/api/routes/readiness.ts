import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { respondJson } from '../http/response/respond.ts'
import { unavailable } from '../http/store/store-access.ts'

const RETRY_SECONDS = 5

/** GET /readyz: whether what this deployment needs besides itself answers, which is its store. */
export const readiness = new Hono<AppEnv>().get('/', async (c) => {
  const { store, readiness: ready } = c.get('platform')
  const cause = ready === null ? null : await ready.check()
  if (cause !== null) return problem(c, unavailable(c, { cause, retryAfterSeconds: RETRY_SECONDS }))
  return respondJson(c, { status: 'ok', store: store?.kind ?? null })
})
