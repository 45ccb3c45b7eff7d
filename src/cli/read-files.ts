import { createHash, type Hash } from 'node:crypto'
import { err, ok, type Result } from '../result.ts'
import type { DecideArguments } from './decide-arguments.ts'
import { parseDocuments } from './parse-documents.ts'
import { inputName, readInput } from './read-input.ts'
import { type Sourced, sourcesOf } from './sources.ts'

/** What the files of a command hold. */
export interface Files {
  readonly snapshot: readonly Sourced[]
  readonly pods: readonly Sourced[]
  readonly config: Sourced | null
  /** SHA-256 over all of them and what was asked: the same question, the same digest. */
  readonly digest: string
}

/** Reads every file; whatever is wrong with any of them is told at once. */
export async function readFiles(given: DecideArguments): Promise<Result<Files, readonly string[]>> {
  const { snapshot, pods, config, profile, fixes, only } = given
  const hash = createHash('sha256').update(JSON.stringify([profile, fixes, only]))
  const errors: string[] = []
  const read = async (paths: readonly string[]) => {
    const sources: Sourced[] = []
    for (const path of paths) {
      const found = await readFile(path, hash)
      if (found.ok) sources.push(...found.value)
      else errors.push(...found.error)
    }
    return sources
  }
  const files = { snapshot: await read(snapshot), pods: await read(pods) }
  const configs = await read(config === undefined ? [] : [config])
  if (configs.length > 1) errors.push(`${config}: a configuration is one document`)
  if (errors.length > 0) return err(errors)
  return ok({ ...files, config: configs[0] ?? null, digest: `sha256:${hash.digest('hex')}` })
}

async function readFile(path: string, hash: Hash): Promise<Result<Sourced[], readonly string[]>> {
  const bytes = await readInput(path)
  if (!bytes.ok) return bytes
  hash.update(`\n${bytes.value.length}\n`).update(bytes.value)
  const documents = parseDocuments(inputName(path), bytes.value)
  return documents.ok ? ok(sourcesOf(inputName(path), documents.value)) : documents
}
