import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadShippedDocument } from '../../src/api/docs/load-document.ts'
import { explorerPage } from '../../src/api/http/explorer-page.ts'
import { createApp } from '../../src/app.ts'

const POLICY = "default-src 'none'; script-src 'sha256-x'"
const HTML = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><p>page</p>`
const bytes = new TextEncoder().encode(HTML)
const page = explorerPage(bytes, new Uint8Array(gzipSync(bytes)))
const app = createApp({
  loadExplorer: () => Promise.resolve(page),
  loadDocument: loadShippedDocument,
})
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

function get(headers: Record<string, string>, from = app) {
  return from.request('http://berth.test/', { headers })
}

describe('GET /follow', () => {
  it('is the same page, which may ask this server, by its header and by its own policy', async () => {
    const response = await app.request('http://berth.test/follow', { headers: { accept: BROWSER } })
    expect(response.headers.get('content-security-policy')).toBe(
      `${POLICY}; frame-ancestors 'none'; connect-src 'self'`,
    )
    expect(await response.text()).toBe(HTML.replace(POLICY, `${POLICY}; connect-src 'self'`))
  })

  it('is not there where the page was not built', async () => {
    expect((await createApp().request('/follow')).status).toBe(404)
  })
})

describe('GET /', () => {
  it('is the explorer for a browser, under its own policy', async () => {
    const response = await get({ accept: BROWSER })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(
      `${POLICY}; frame-ancestors 'none'`,
    )
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(await response.text()).toBe(HTML)
  })

  it('is compressed for those who can read it', async () => {
    const response = await get({ accept: BROWSER, 'accept-encoding': 'br, gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const unpacked = new Blob([await response.arrayBuffer()])
      .stream()
      .pipeThrough(new DecompressionStream('gzip'))
    expect(await new Response(unpacked).text()).toBe(HTML)
  })

  it.each([{}, { accept: '*/*' }, { accept: 'text/plain' }])(
    'says in a terminal what this is and where to go: %o',
    async (headers: Record<string, string>) => {
      const response = await get(headers)
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      const text = await response.text()
      expect(text).toContain('where should this pod go, and why?')
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
      for (const [, path = ''] of text.matchAll(/GET {2}http:\/\/berth\.test(\S+)/g)) {
        expect((await app.request(path)).status).toBe(200)
      }
    },
  )

  it('says in a browser how the page is made, where it was not', async () => {
    const response = await get({ accept: BROWSER }, createApp())
    expect(await response.text()).toContain('npm run build:web')
  })
})
