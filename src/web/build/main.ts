import { mkdirSync, writeFileSync } from 'node:fs'
import { loadShippedDocument } from '../../api/docs/load-document.ts'
import { buildPage } from './build-page.ts'

/** `npm run build:web`: writes the explorer to dist/web, and says how large it is. */

const FOLDER = new URL('../../../dist/web/', import.meta.url)

const document = await loadShippedDocument()
const { html, gzip } = await buildPage()
mkdirSync(FOLDER, { recursive: true })
writeFileSync(new URL('openapi.json', FOLDER), document ?? '')
writeFileSync(new URL('index.html', FOLDER), html)
writeFileSync(new URL('index.html.gz', FOLDER), gzip)
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
console.log(`dist/web/index.html: ${kilobytes(html.length)}, gzip ${kilobytes(gzip.length)}`)
