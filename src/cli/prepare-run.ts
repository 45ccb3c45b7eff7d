import { JudgingOptions } from '../../schemas/decisions/decision-request.ts'
import type { Explain } from '../explain/decision-view.ts'
import { err, ok, type Result } from '../result.ts'
import { type ResolvedProfile, resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Issue } from '../snapshot/json/json-path.ts'
import { readCluster } from '../snapshot/read.ts'
import type { AbsentKinds } from '../snapshot/reads.ts'
import { type Run, startRun } from '../use-cases/decisions/run.ts'
import { podsAt, readMaterial } from '../use-cases/reading/read-material.ts'
import type { DecidedPod } from '../use-cases/what-if/edited-objects.ts'
import type { GivenEdits } from './edit-options.ts'
import type { ExpandedFiles } from './sources/expand-files.ts'
import { UNBOUNDED } from './sources/read-request.ts'
import { namePlace, partsOf, type Sourced } from './sources/sources.ts'

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

/** A run, and where each of its pods was read. */
export interface PreparedRun {
  readonly run: Run
  readonly pods: readonly Sourced[]
}

/** What POST /v1/decisions does with a request, from files. Nothing is decided until it is read. */
export function prepareRun(
  { snapshot, pods, manifests, digest }: Material,
  profile: ResolvedProfile,
  wanted: { readonly explain: Explain; readonly absentKinds: AbsentKinds },
  { edits, describe }: GivenEdits,
): Result<PreparedRun, readonly string[]> {
  const parts = partsOf(snapshot)
  const options = JudgingOptions.parse(wanted)
  const asked = {
    snapshot: parts.map(({ value }) => value),
    pods: pods.map(({ value }) => value),
    podAt: podsAt,
    patch: manifests.patch,
  }
  const tell = (issue: Issue) => {
    const place = describe(issue.pointer)
    if (place !== null) return `${place}: ${issue.message}`
    return describeIssue(issue, { parts, pods, manifests })
  }
  const material = readMaterial({ ...asked, edits, validate: 'ignore', ...UNBOUNDED })
  if (!material.ok) return err(material.error.map(tell))
  const sourced = ({ pod, path, because }: DecidedPod): Sourced => {
    const given = because === 'given' ? pods[Number(path.key)] : undefined
    return given ?? { value: pod, name: describe(path.pointer) ?? '', pointer: '' }
  }
  const { patch, edited, place } = material.value
  const read = readCluster(
    { snapshot: asked.snapshot, pods: material.value.pods.map(({ pod }) => pod), patch },
    {
      accounting: profile.accounting,
      absentKinds: options.absentKinds,
      defaulting: options.defaulting,
      nodesMax: Number.POSITIVE_INFINITY,
    },
  )
  if (!read.ok) return err(read.error.map((issue) => tell(place(issue))))
  const { cluster, pods: toDecide } = read.value
  const keptClasses = null
  const notEvaluated = [...profile.notEvaluated, ...manifests.notEvaluated]
  const scheduler = { ...profile, notEvaluated }
  const question = { digest, scheduler, cluster, pods: toDecide, options, keptClasses }
  return ok({ run: startRun({ ...question, edited }), pods: material.value.pods.map(sourced) })
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
