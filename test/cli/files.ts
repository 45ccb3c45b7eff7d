import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a file that is gone again when the test is over, and returns its path. */
export function makeFile(name: string, content: string | Uint8Array | object): string {
  const folder = mkdtempSync(join(tmpdir(), 'berth-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  const isText = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(path, isText ? content : JSON.stringify(content))
  return path
}

/** A manifest of one pod that asks for this much CPU. */
export function podYaml(name: string, cpu: string): string {
  return `kind: Pod
metadata: { name: ${name} }
spec: { containers: [{ name: main, resources: { requests: { cpu: ${cpu} } } }] }
`
}
