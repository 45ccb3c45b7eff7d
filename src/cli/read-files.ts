import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../result.ts'
import type { BodyPlan } from '../snapshot/bytes/body-shape.ts'
import type { DecideArguments } from './decide-arguments.ts'
import { readDocuments } from './read-documents.ts'
import { inputName } from './read-input.ts'
import { takeSnapshot } from './snapshot-command.ts'
import { type Sourced, sourcesOf } from './sources.ts'

/** Under which errors speak of what kubectl printed. */
const LIVE = 'the live cluster'

/** What the files of a command hold. */
export interface Files {
  readonly snapshot: readonly Sourced[]
  readonly pods: readonly Sourced[]
  readonly config: Sourced | null
  /** SHA-256 over all of them and what was asked: the same question, the same digest. */
  readonly digest: string
}

/** Of a command's words what says which files there are, and what makes the question another one. */
export type FileArguments = Pick<
  DecideArguments,
  'snapshot' | 'pods' | 'config' | 'profile' | 'fixes' | 'only'
> &
  Partial<Pick<DecideArguments, 'live'>>

/** Reads every file; whatever is wrong with any of them is told at once. */
export async function readFiles(
  given: FileArguments,
  keeps: BodyPlan['keeps'] = 'what scheduling reads',
): Promise<Result<Files, readonly string[]>> {
  const { snapshot, pods, config, profile, fixes, only, live } = given
  const hash = createHash('sha256').update(JSON.stringify([profile, fixes, only]))
  const errors: string[] = []
  const read = async (paths: readonly string[], keeping: BodyPlan['keeps']) => {
    const sources: Sourced[] = []
    for (const path of paths) {
      const documents = await readDocuments(path, keeping, hash)
      if (documents.ok) sources.push(...sourcesOf(inputName(path), documents.value))
      else errors.push(...documents.error)
    }
    return sources
  }
  const taken = live === undefined ? null : await takeSnapshot(live)
  if (taken?.ok === false) return taken
  if (taken !== null) hash.update(taken.value.text)
  const asked = taken === null ? [] : sourcesOf(LIVE, [taken.value.arrays])
  const files = {
    snapshot: [...asked, ...(await read(snapshot, keeps))],
    pods: await read(pods, 'everything'),
  }
  const configs = await read(config === undefined ? [] : [config], 'everything')
  if (configs.length > 1) errors.push(`${config}: a configuration is one document`)
  if (errors.length > 0) return err(errors)
  return ok({ ...files, config: configs[0] ?? null, digest: `sha256:${hash.digest('hex')}` })
}
