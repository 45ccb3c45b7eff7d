import type { RequestIdVariables } from 'hono/request-id'
import type { Limits } from './limits.ts'

/** All that the app takes from the platform it runs on; each entry provides its own. */
export interface Platform {
  /** Configuration by name, as in the README's table of variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Takes one finished line (JSON, no newline) of the structured log. */
  readonly log: (line: string) => void
  /** Wall clock, for logs and the store; no decision ever reads it. */
  readonly now: () => Date
  readonly limits: Limits
}

/** What middleware leaves in Hono's context for the routes. */
export interface AppEnv {
  Variables: RequestIdVariables & {
    platform: Platform
    /** Decoded size of the request body, once it was read. */
    requestBytes: number
  }
}
