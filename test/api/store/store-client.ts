import type { AppOptions } from '../../../src/app.ts'
import { createMemoryStore } from '../../../src/store/memory.ts'
import { type Client, makeClient } from '../client.ts'

/** One caller of each kind; `textOf` has the text of each one's token. */
export const TOKENS = [
  { token: 'admin', name: 'ann', roles: ['admin'] },
  { token: 'auditor', name: 'olga', roles: ['audit:read'] },
  { token: 'decider', name: 'pipeline', roles: ['decide'] },
  { token: 'writer', name: 'will', roles: ['priority:write'] },
  { token: 'tenant', name: 'tess', roles: ['audit:read'], namespaces: ['red', 'pink'] },
  {
    token: 'tenant-decider',
    name: 'red-pipeline',
    roles: ['decide', 'audit:read'],
    namespaces: ['red'],
  },
  { token: 'landless', name: 'lee', roles: ['audit:read'], namespaces: [] },
  { token: 'dev-admin', name: 'dana', roles: ['admin'], clusters: ['dev'] },
  { token: 'nobody', name: 'ned', roles: [] },
] as const
export type Token = (typeof TOKENS)[number]['token']

/** Tokens as BERTH_TOKENS takes them: long enough. */
export function textOf(token: string): string {
  return `${token}-0123456789abcdef`
}

/** BERTH_TOKENS with all of the above. */
export const TOKENS_TEXT: string = JSON.stringify(
  TOKENS.map((one) => ({ ...one, token: textOf(one.token) })),
)

/** A client whose app has a store and knows the tokens above. */
export interface StoreClient extends Client {
  /** A request as the caller with this token; a body is sent as JSON. */
  as(
    token: Token,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Response>
}

export function makeStoreClient(options: AppOptions = {}): StoreClient {
  const env = { BERTH_TOKENS: TOKENS_TEXT, ...options.env }
  const client = makeClient({ store: createMemoryStore(), ...options, env })
  return {
    ...client,
    as(token, method, path, body, headers = {}) {
      const all = new Headers(headers)
      all.set('authorization', `Bearer ${textOf(token)}`)
      if (body !== undefined) all.set('content-type', 'application/json')
      return client.request(path, {
        method,
        headers: all,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    },
  }
}
