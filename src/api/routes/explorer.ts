import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { VERSION } from '../../version.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type ExplorerPage, followingPage } from '../http/explorer-page.ts'
import { problem } from '../http/problem.ts'
import { respond } from '../http/response/respond.ts'

/** GET /: the explorer for a browser; for a terminal, what this is and where to go. */
export const explorer = new Hono<AppEnv>().get('/', async (c) => {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['text/plain', 'text/html'],
    default: 'text/plain',
  })
  const headers = { Vary: 'Accept, Accept-Encoding' }
  const page = type === 'text/html' ? await c.get('platform').loadExplorer() : null
  if (page === null) {
    const text = introduce(new URL(c.req.url).origin, type === 'text/html')
    return respond(c, text, { contentType: 'text/plain; charset=utf-8', headers })
  }
  return respondPage(c, page, headers)
})

/** GET /follow: the same page, which may ask this server for a named snapshot. */
export const followingExplorer = new Hono<AppEnv>().get('/', async (c) => {
  const page = await c.get('platform').loadExplorer()
  if (page === null) return problem(c, { code: 'not-found', detail: NOT_BUILT })
  return respondPage(c, followingPage(page), { Vary: 'Accept-Encoding' })
})

const NOT_BUILT = 'The explorer is not built here: npm run build:web'

function respondPage(
  c: Context<AppEnv>,
  { html, gzip, policy }: ExplorerPage,
  headers: Record<string, string>,
): Response {
  const isCompressed = gzip !== null && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  const bytes = isCompressed ? gzip : html
  return c.body(bytes, 200, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(bytes.length),
    'Content-Security-Policy': policy,
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  })
}

function introduce(origin: string, isBrowser: boolean): string {
  const explorerLine = isBrowser
    ? `${NOT_BUILT}, and load this page again.`
    : 'In a browser this address is the explorer: it decides in the page and sends nothing.'
  return `Berth ${VERSION}: where should this pod go, and why?

${explorerLine}

  GET  ${origin}/docs             every operation, with examples
  GET  ${origin}/openapi.json     the same for programs
  GET  ${origin}/v1/profiles      which schedulers can be asked

Why is my pod pending?

  kubectl get nodes,pods -A -o json > cluster.json
  npx berth why -s cluster.json NAMESPACE/POD
`
}
