/** Prints what the Worker's bundle is made of, from the metafile of `npm run build`. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

interface Metafile {
  readonly outputs: Readonly<Record<string, Output>>
}

interface Output {
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
}

/** First match wins. The store's SDK is loaded only where a table is configured, yet shipped always. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['AWS SDK (store)', /node_modules\/(@aws-sdk|@smithy|@aws-crypto|@aws)\//],
  ['hono', /node_modules\/hono\//],
  ['zod', /node_modules\/zod\//],
  ['other packages', /node_modules\//],
  ['engine', /^src\/(scheduler|snapshot|explain)\//],
  ['contract', /^schemas\//],
  ['edge', /./],
]

const dist = new URL('../../dist/', import.meta.url)
const metafile: Metafile = JSON.parse(readFileSync(new URL('bundle-meta.json', dist), 'utf8'))
const bytesByPart = new Map<string, number>(PARTS.map(([part]) => [part, 0]))
for (const { inputs } of Object.values(metafile.outputs)) {
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const part = PARTS.find(([, pattern]) => pattern.test(path))?.[0] ?? ''
    bytesByPart.set(part, (bytesByPart.get(part) ?? 0) + bytesInOutput)
  }
}
const bundle = readFileSync(new URL('worker.js', dist))
for (const [part, bytes] of bytesByPart) console.log(line(part, bytes))
console.log(line('worker.js', bundle.length))
console.log(line('worker.js, gzip', gzipSync(bundle).length))

function line(name: string, bytes: number): string {
  return `${name.padEnd(18)}${(bytes / 1024).toFixed(1).padStart(9)} KiB`
}
