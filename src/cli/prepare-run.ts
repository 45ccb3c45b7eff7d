import { JudgingOptions } from '../../schemas/decision-request.ts'
import type { Explain } from '../explain/decision-view.ts'
import { err, ok, type Result } from '../result.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Issue } from '../snapshot/json/json-path.ts'
import { readCluster } from '../snapshot/read.ts'
import type { AbsentKinds } from '../snapshot/reads.ts'
import { type Run, startRun } from '../use-cases/run.ts'
import type { ExpandedFiles } from './expand-files.ts'
import { namePlace, partsOf, type Sourced } from './sources.ts'

/** The scheduler to ask, with the files that describe it. */
export interface SchedulerChoice {
  readonly profile: string | undefined
  readonly config: Sourced | null
  /** classic-*: with the known accidents of those releases corrected. */
  readonly fixes: boolean
}

/** Objects from files, ready to be judged. */
export interface Material {
  readonly snapshot: readonly Sourced[]
  readonly pods: readonly Sourced[]
  /** What manifests bring beside pods. */
  readonly manifests: Omit<ExpandedFiles, 'pods'>
  /** Of all files together. */
  readonly digest: string
}

/** The profile as configured; what is wrong with it is named by file and place. */
export function chooseProfile({
  profile,
  config,
  fixes,
}: SchedulerChoice): Result<ResolvedProfile, readonly string[]> {
  const found = resolveProfile({ profile, config: config?.value, only: [], fixes })
  if (found.ok) return ok(found.value)
  return err(
    found.error.map(({ pointer, message }) =>
      config === null || !pointer.startsWith('/config')
        ? `--profile: ${message}`
        : `${namePlace(config, pointer.slice('/config'.length))}: ${message}`,
    ),
  )
}

/** What POST /v1/decisions does with a request, from files. Nothing is decided until it is read. */
export function prepareRun(
  { snapshot, pods, manifests, digest }: Material,
  profile: ResolvedProfile,
  wanted: { readonly explain: Explain; readonly absentKinds: AbsentKinds },
): Result<Run, readonly string[]> {
  const parts = partsOf(snapshot)
  const options = JudgingOptions.parse(wanted)
  const read = readCluster(
    {
      snapshot: parts.map(({ value }) => value),
      pods: pods.map(({ value }) => value),
      patch: manifests.patch,
    },
    {
      accounting: profile.accounting,
      absentKinds: options.absentKinds,
      defaulting: options.defaulting,
      nodesMax: Number.POSITIVE_INFINITY,
    },
  )
  if (!read.ok)
    return err(read.error.map((issue) => describeIssue(issue, { parts, pods, manifests })))
  const { cluster, pods: toDecide } = read.value
  const keptClasses = null
  const notEvaluated = [...profile.notEvaluated, ...manifests.notEvaluated]
  const scheduler = { ...profile, notEvaluated }
  return ok(startRun({ digest, scheduler, cluster, pods: toDecide, options, keptClasses }))
}

interface Read {
  readonly parts: readonly Sourced[]
  readonly pods: readonly Sourced[]
  readonly manifests: Pick<ExpandedFiles, 'describe'>
}

/** Pointers of the reader begin at its request: /snapshot/0/..., /pods/0/... or at what manifests bring. */
function describeIssue(issue: Issue, { parts, pods, manifests }: Read): string {
  const place = manifests.describe(issue.pointer)
  if (place !== null) return `${place}: ${issue.message}`
  const [, list, index = '', ...below] = issue.pointer.split('/')
  const source = (list === 'pods' ? pods : parts)[Number(index)]
  if (source === undefined) return issue.message
  return `${namePlace(source, below.map((part) => `/${part}`).join(''))}: ${issue.message}`
}
