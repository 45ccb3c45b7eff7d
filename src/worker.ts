import type { Hono } from 'hono'
import type { AppEnv } from './api/http/app-env.ts'
import { createApp } from './app.ts'

/** Variables and secrets of the Worker. */
type Bindings = Record<string, unknown>

// One isolate serves many requests with the same bindings.
let app: Hono<AppEnv> | undefined

/** The Cloudflare Workers entry. */
export default {
  fetch(request: Request, bindings: Bindings): Response | Promise<Response> {
    app ??= createApp({
      env: textsOf(bindings),
      log: (line) => console.log(line),
      now: () => new Date(),
      exposure: 'hosted',
    })
    return app.fetch(request)
  },
}

function textsOf(bindings: Bindings): Record<string, string> {
  const texts = Object.entries(bindings).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts) as Record<string, string> // only strings are left
}
