import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { logError } from './error-log.ts'
import type { Fault } from './fault.ts'
import { TooExpensive } from './yield-to-event-loop.ts'

/** What a caller is told of what was thrown; what nobody meant to throw is in the log. */
export function faultOfError(c: Context<AppEnv>, error: unknown): Fault {
  if (!(error instanceof TooExpensive)) logError(c, error)
  return faultOfThrown(error)
}

/** The same of what is in the log already. */
export function faultOfThrown(error: unknown): Fault {
  if (error instanceof TooExpensive) return { code: 'too-expensive', detail: error.message }
  return {
    code: 'internal',
    detail: 'Berth failed on this request; its log has the reason under the request id',
  }
}
