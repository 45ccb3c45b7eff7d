import { sha256 } from '@noble/hashes/sha2.js'
import { Hono } from 'hono'
import { DOCS_STYLE } from '../docs/docs-style.ts'
import type { OpenApi } from '../docs/openapi-document.ts'
import { renderDocs } from '../docs/render-docs.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { respond } from '../http/response/respond.ts'
import { NO_DOCUMENT } from './openapi.ts'

const STYLE_HASH = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(DOCS_STYLE))))
const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
}

let page: string | null = null

/** GET /docs: the OpenAPI document for people, in one page without a script. */
export const docs = new Hono<AppEnv>().get('/', async (c) => {
  if (page === null) {
    const document = await c.get('platform').loadDocument()
    if (document === null) return problem(c, { code: 'not-found', detail: NO_DOCUMENT })
    const parsed: OpenApi = JSON.parse(document) // what generates it has no other shapes
    page = await renderDocs(parsed, DOCS_STYLE)
  }
  return respond(c, page, { contentType: 'text/html; charset=utf-8', headers: HEADERS })
})
