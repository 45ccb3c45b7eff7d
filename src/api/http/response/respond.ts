import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../app-env.ts'

interface Reply {
  readonly status?: ContentfulStatusCode
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a whole text; its length is known, so that HEAD and the log know it too. */
export function respond(c: Context<AppEnv>, text: string, reply: Reply = {}): Response {
  const bytes = new TextEncoder().encode(text)
  return c.body(bytes, reply.status ?? 200, {
    'Content-Type': reply.contentType ?? 'application/json',
    'Content-Length': String(bytes.length),
    ...reply.headers,
  })
}

/** Sends a value as JSON. */
export function respondJson(c: Context<AppEnv>, value: unknown, reply: Reply = {}): Response {
  return respond(c, JSON.stringify(value), reply)
}
