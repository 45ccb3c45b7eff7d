import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'

/** For an API: its answers are data, belong to one caller and are never a document with scripts. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]

/** Sets the headers that a route has not set itself. */
export function safeHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    for (const [name, value] of HEADERS) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
  }
}
