import { sha256 } from '@noble/hashes/sha2.js'
import { Hono } from 'hono'
import document from '../../../schemas/openapi.json' with { type: 'json' }
import { DOCS_STYLE } from '../docs/docs-style.ts'
import type { OpenApi } from '../docs/openapi-document.ts'
import { renderDocs } from '../docs/render-docs.ts'
import type { AppEnv } from '../http/app-env.ts'
import { respond } from '../http/respond.ts'

const STYLE_HASH = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(DOCS_STYLE))))
const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
}

let page: Promise<string> | null = null

/** GET /docs: the OpenAPI document for people, in one page without a script. */
export const docs = new Hono<AppEnv>().get('/', async (c) => {
  // What generates the document has no other shapes than these.
  page ??= renderDocs(document as unknown as OpenApi, DOCS_STYLE)
  return respond(c, await page, { contentType: 'text/html; charset=utf-8', headers: HEADERS })
})
