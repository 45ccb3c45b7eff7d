/** Writes the generated contract beside its sources; with --check only tells what differs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const check = process.argv.includes('--check')
mendDocument()
// Only now: the app, which answers the examples, reads the document when it is loaded.
const { contractFiles } = await import('./contract-files.ts')
const { runExamples } = await import('./run-examples.ts')
const { runCalls } = await import('./run-calls.ts')
const stale: string[] = []
for (const [name, text] of contractFiles(await runExamples(), await runCalls())) {
  const path = fileURLToPath(new URL(name, import.meta.url))
  if (read(path) === text) continue
  stale.push(name)
  if (!check) writeFileSync(path, text)
}
if (check && stale.length > 0) {
  console.error(`schemas: ${stale.join(', ')} out of date; run \`npm run fix\``)
  process.exitCode = 1
} else {
  console.log(stale.length > 0 ? `schemas: wrote ${stale.join(', ')}` : 'schemas: up to date')
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null // not generated yet
  }
}

/** A merge may have left conflict markers in the document; it is written anew in any case. */
function mendDocument(): void {
  const path = fileURLToPath(new URL('openapi.json', import.meta.url))
  try {
    JSON.parse(read(path) ?? '')
  } catch {
    if (!check) writeFileSync(path, '{}\n')
  }
}
