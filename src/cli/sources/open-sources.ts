import { err, ok, type Result } from '../../result.ts'
import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import { chooseProfile } from '../prepare-run.ts'
import { type GivenSources, readSources, type Sources } from '../source-options.ts'
import type { Terminal } from '../terminal.ts'
import { gapText } from '../text/gaps.ts'
import { type ExpandedFiles, expandFiles } from './expand-files.ts'
import { joinedSnapshot } from './joined-snapshot.ts'
import { type Files, type Reading, readFiles } from './read-files.ts'
import { namePlace, partsOf, snapshotOf } from './sources.ts'

/** What a command works on, read and found to be right. */
export interface Opened {
  readonly sources: Sources
  readonly files: Files
  readonly scheduler: ResolvedProfile
  /** Tells what is to be known besides the answer. */
  readonly note: (text: string) => void
}

/** What is asked. */
interface Question {
  readonly values: GivenSources
  readonly question: string
}

/** What of a command's terminal is needed while files are read. */
type Watcher = Pick<Terminal, 'note' | 'progress'>
type Opening = Pick<Reading, 'keeps' | 'others'>

/** The files, or the live cluster, that a command's words name, and the scheduler that they ask. */
export async function openSources(
  { values, question }: Question,
  { note, progress }: Watcher,
  opening: Opening = {},
): Promise<Result<Opened, readonly string[]>> {
  const sources = readSources(values)
  if (!sources.ok) return sources
  const { profile, fixes } = sources.value
  const files = await readFiles(sources.value, { ...opening, question, progress })
  if (!files.ok) return files
  const scheduler = chooseProfile({ profile, config: files.value.config, fixes })
  if (!scheduler.ok) return err(scheduler.error)
  return ok({ sources: sources.value, files: files.value, scheduler: scheduler.value, note })
}

/** The same with the manifests in the cluster, for questions that name no pods. */
export async function openCluster(
  question: Question,
  watcher: Watcher,
  opening: Opening = {},
): Promise<Result<Opened, readonly string[]>> {
  const opened = await openSources(question, watcher, opening)
  if (!opened.ok || opened.value.files.pods.length === 0) return opened
  const { files } = opened.value
  const expanded = expandManifests(opened.value)
  if (!expanded.ok) return expanded
  for (const gap of expanded.value.notEvaluated) watcher.note(gapText(gap))
  const snapshot = joinedSnapshot(files.snapshot, expanded.value)
  if (!snapshot.ok) return err(describeIssues(snapshot.error, files, expanded.value.describe))
  return ok({ ...opened.value, files: { ...files, snapshot: snapshot.value, pods: [] } })
}

/** The pods that the manifests stand for, and what else they bring. */
export function expandManifests({
  files,
  sources,
  note,
}: Opened): Result<ExpandedFiles, readonly string[]> {
  const expanded = expandFiles(files.pods, files.snapshot, sources.validate)
  if (expanded.ok) for (const warning of expanded.value.warnings) note(`warning: ${warning}`)
  return expanded
}

/** What every question about a cluster has in common. */
export function clusterRequest({ sources, files }: Opened): {
  readonly snapshot: unknown
  readonly profile: string | undefined
  readonly config: unknown
} {
  return {
    snapshot: snapshotOf(files.snapshot),
    profile: sources.profile,
    config: files.config?.value,
  }
}

/** What is wrong with a request that was made from files: which file, and where in it. */
export function describeIssues(
  issues: readonly Pick<Issue, 'pointer' | 'message'>[],
  { snapshot }: Pick<Files, 'snapshot'>,
  ...others: readonly ExpandedFiles['describe'][]
): string[] {
  const parts = partsOf(snapshot)
  const placeOf = (pointer: string): string => {
    const [, root, index = '', ...below] = pointer.split('/')
    const source = root === 'snapshot' ? parts[Number(index)] : undefined
    if (source === undefined) {
      return others.map((describe) => describe(pointer)).find((place) => place !== null) ?? pointer
    }
    return namePlace(source, below.map((part) => `/${part}`).join(''))
  }
  return issues.map(({ pointer, message }) => {
    const place = placeOf(pointer)
    return place === '' ? message : `${place}: ${message}`
  })
}
