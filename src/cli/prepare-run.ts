import { JudgingOptions } from '../../schemas/decision-request.ts'
import type { Explain } from '../explain/decision-view.ts'
import { err, ok, type Result } from '../result.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Issue } from '../snapshot/json/json-path.ts'
import { readCluster } from '../snapshot/read.ts'
import type { AbsentKinds } from '../snapshot/reads.ts'
import { type Run, startRun } from '../use-cases/run.ts'
import { membersOf, namePlace, type Sourced } from './sources.ts'

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
  if (found.ok) return ok(found.resolved)
  return err(
    found.issues.map(({ pointer, message }) =>
      config === null || !pointer.startsWith('/config')
        ? `--profile: ${message}`
        : `${namePlace(config, pointer.slice('/config'.length))}: ${message}`,
    ),
  )
}

/** What POST /v1/decisions does with a request, from files. Nothing is decided until it is read. */
export function prepareRun(
  { snapshot, pods, digest }: Material,
  scheduler: ResolvedProfile,
  wanted: { readonly explain: Explain; readonly absentKinds: AbsentKinds },
): Result<Run, readonly string[]> {
  // A file may hold an array of snapshots, but an array within an array is none.
  const parts = snapshot.flatMap((part) =>
    Array.isArray(part.value) ? membersOf(part, part.value, '') : [part],
  )
  const options = JudgingOptions.parse(wanted)
  const read = readCluster(
    { snapshot: parts.map(({ value }) => value), pods: pods.map(({ value }) => value) },
    {
      accounting: scheduler.accounting,
      absentKinds: options.absentKinds,
      defaulting: options.defaulting,
      nodesMax: Number.POSITIVE_INFINITY,
    },
  )
  if (!read.ok) return err(read.issues.map((issue) => describe(issue, parts, pods)))
  const { cluster, pods: toDecide } = read
  const keptClasses = null
  return ok(startRun({ digest, scheduler, cluster, pods: toDecide, options, keptClasses }))
}

/** Pointers of the reader begin at its request: /snapshot/0/..., /pods/0/... */
function describe(issue: Issue, parts: readonly Sourced[], pods: readonly Sourced[]): string {
  const [, list, index = '', ...below] = issue.pointer.split('/')
  const source = (list === 'pods' ? pods : parts)[Number(index)]
  if (source === undefined) return issue.message
  return `${namePlace(source, below.map((part) => `/${part}`).join(''))}: ${issue.message}`
}
