import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { logError } from './error-log.ts'
import type { Fault } from './fault.ts'
import { TooExpensive } from './yield-to-event-loop.ts'

/** What a caller is told of what was thrown; what nobody meant to throw is in the log. */
export function faultOfError(c: Context<AppEnv>, error: unknown): Fault {
  if (error instanceof TooExpensive) return { code: 'too-expensive', detail: error.message }
  logError(c, error)
  return {
    code: 'internal',
    detail: 'Berth failed on this request; its log has the reason under the request id',
  }
}
