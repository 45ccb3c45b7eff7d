/**
 * What the Workers' bundles are made of, from the metafiles of `npm run build`, and whether they are
 * within their bounds: exits with 1 when one has outgrown its own, or carries what it must not.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

interface Metafile {
  readonly outputs: Readonly<Record<string, Output>>
}

interface Output {
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
}

interface Bundle {
  /** Its folder in dist/, and the name of its script. */
  readonly name: string
  /** Raised on purpose only: it is what every deployment uploads and every isolate reads. */
  readonly gzipBytesMax: number
  readonly without: readonly string[]
}

const SDK = 'AWS SDK (store)'
const BUNDLES: readonly Bundle[] = [
  { name: 'worker', gzipBytesMax: 480 * 1024, without: [SDK] },
  { name: 'worker-with-store', gzipBytesMax: 560 * 1024, without: [] },
]

/** First match wins. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  [SDK, /node_modules\/(@aws-sdk|@smithy|@aws-crypto|@aws|mnemonist|obliterator)\//],
  ['hono', /node_modules\/hono\//],
  ['zod', /node_modules\/zod\//],
  ['other packages', /node_modules\//],
  ['scheduler', /^src\/scheduler\//],
  ['snapshot', /^src\/snapshot\//],
  ['admission', /^src\/admission\//],
  ['controllers', /^src\/controllers\//],
  ['contract', /^schemas\//],
  ['edge', /./],
]

const dist = new URL('../../dist/', import.meta.url)
const faults = BUNDLES.flatMap((bundle) => tell(bundle))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

function tell({ name, gzipBytesMax, without }: Bundle): string[] {
  const folder = new URL(`${name}/`, dist)
  const metafile: Metafile = JSON.parse(readFileSync(new URL('bundle-meta.json', folder), 'utf8'))
  const bytesByPart = new Map<string, number>(PARTS.map(([part]) => [part, 0]))
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const part = PARTS.find(([, pattern]) => pattern.test(path))?.[0] ?? ''
      bytesByPart.set(part, (bytesByPart.get(part) ?? 0) + bytesInOutput)
    }
  }
  const script = readFileSync(new URL(`${name}.js`, folder))
  const gzipBytes = gzipSync(script).length
  for (const [part, bytes] of bytesByPart) console.log(line(part, bytes))
  console.log(line(`${name}.js`, script.length))
  console.log(`${line('gzip', gzipBytes)} of ${(gzipBytesMax / 1024).toFixed(1)} allowed\n`)
  const carried = without.filter((part) => (bytesByPart.get(part) ?? 0) > 0)
  return [
    ...carried.map((part) => `${name}.js carries ${part}, which it is there to do without`),
    ...(gzipBytes > gzipBytesMax ? [`${name}.js has outgrown ${gzipBytesMax} bytes, gzip`] : []),
  ]
}

function line(name: string, bytes: number): string {
  return `${name.padEnd(20)}${(bytes / 1024).toFixed(1).padStart(9)} KiB`
}
