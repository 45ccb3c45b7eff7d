import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../result.ts'
import type { BodyPlan } from '../../snapshot/bytes/body-shape.ts'
import type { Sources as SourceWords } from '../source-options.ts'
import type { FileDocument } from './parse-yaml.ts'
import { readDocuments } from './read-documents.ts'
import { inputName, STDIN } from './read-input.ts'
import { type Sourced, sourcesOf } from './sources.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** Under which errors speak of what kubectl printed. */
const LIVE = 'the live cluster'

/** What the files of a command hold. */
export interface Files {
  readonly snapshot: readonly Sourced[]
  readonly pods: readonly Sourced[]
  readonly config: Sourced | null
  /** What only one command reads, such as a script. */
  readonly others: ReadonlyMap<string, readonly Sourced[]>
  /** SHA-256 over all of them and what was asked: the same question, the same digest. */
  readonly digest: string
}

/** How the files of a command are read. */
export interface Reading {
  readonly keeps?: BodyPlan['keeps']
  /** Files that only this command reads, by what they are for. */
  readonly others?: ReadonlyMap<string, readonly string[]>
  /** What else makes the question another one. */
  readonly question: string
  /** Is told what is being read. */
  readonly progress: (text: string) => void
}

function sourcesOfFile(path: string, documents: readonly FileDocument[]): Sourced[] {
  const values = documents.map(({ value }) => value)
  const lines = documents.map(({ line }) => line)
  return sourcesOf(inputName(path), values, path === STDIN ? undefined : { file: path, lines })
}

/** Reads every file; whatever is wrong with any of them is told at once. */
export async function readFiles(
  given: Pick<SourceWords, 'snapshot' | 'pods' | 'config' | 'live'>,
  { keeps = 'what scheduling reads', others = new Map(), question, progress }: Reading,
): Promise<Result<Files, readonly string[]>> {
  const { snapshot, pods, config, live } = given
  const hash = createHash('sha256').update(question)
  const errors: string[] = []
  const read = async (what: string, paths: readonly string[], keeping: BodyPlan['keeps']) => {
    hash.update(`\n${what} ${paths.length}\n`)
    const sources: Sourced[] = []
    for (const path of paths) {
      const documents = await readDocuments(path, keeping, { hash, progress })
      if (documents.ok) sources.push(...sourcesOfFile(path, documents.value))
      else errors.push(...documents.error)
    }
    return sources
  }
  if (live !== undefined) progress('asking the cluster ...')
  const taken = live === undefined ? null : await takeSnapshot(live)
  if (taken?.ok === false) return taken
  const arrays = taken === null ? [] : [Object.fromEntries(taken.value.objects)]
  for (const one of arrays) hash.update(JSON.stringify(one))
  const ofCluster = sourcesOf(LIVE, arrays)
  const files = {
    snapshot: [...ofCluster, ...(await read('snapshot', snapshot, keeps))],
    pods: await read('pods', pods, 'everything'),
  }
  const ownFiles = new Map<string, readonly Sourced[]>()
  for (const [name, paths] of others) ownFiles.set(name, await read(name, paths, 'everything'))
  const configs = await read('config', config === undefined ? [] : [config], 'everything')
  if (configs.length > 1) errors.push(`${config}: a configuration is one document`)
  if (errors.length > 0) return err(errors)
  const digest = `sha256:${hash.digest('hex')}`
  return ok({ ...files, config: configs[0] ?? null, others: ownFiles, digest })
}
