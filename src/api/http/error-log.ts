import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Logs a broken invariant under the request's id; callers get only the id. */
export function logError(c: Context<AppEnv>, error: unknown): void {
  const { log, now } = c.get('platform')
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const time = now().toISOString()
  log(JSON.stringify({ time, level: 'error', id: c.get('requestId'), name, message, stack }))
}
