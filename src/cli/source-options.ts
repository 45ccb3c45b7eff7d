import { err, ok, type Result } from '../result.ts'
import { PROFILE_NAMES } from '../scheduler/profiles/resolve-profile.ts'
import type { AbsentKinds } from '../snapshot/reads.ts'
import { SNAPSHOT_KIND_NAMES } from '../snapshot/snapshot-resources.ts'
import type { Validate } from '../use-cases/reading/field-check.ts'
import type { OptionTable, Values } from './command-words.ts'
import type { KubectlOptions } from './sources/kubectl.ts'
import { STDIN } from './sources/read-input.ts'

/** Which live cluster kubectl asks. */
export const KUBECTL_OPTIONS = {
  context: { type: 'string', value: 'NAME', help: "as kubectl's" },
  kubeconfig: { type: 'string', value: 'FILE', help: "as kubectl's" },
} as const satisfies OptionTable

/** Where a cluster comes from: the same words for every command. */
export const CLUSTER_OPTIONS = {
  snapshot: {
    type: 'string',
    short: 's',
    multiple: true,
    value: 'FILE',
    help:
      'the cluster, as kubectl get prints it (JSON or YAML, also gzip; "-" is standard input, the ' +
      'default); several files make one cluster',
  },
  live: {
    type: 'boolean',
    help: 'ask the cluster itself, by kubectl, for all that scheduling reads',
  },
  ...KUBECTL_OPTIONS,
} as const satisfies OptionTable

/** Whom to ask. */
export const SCHEDULER_OPTIONS = {
  profile: {
    type: 'string',
    value: 'NAME',
    suggests: PROFILE_NAMES,
    help: 'the scheduler to ask (berth profiles); default: the newest kubernetes-*',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'its KubeSchedulerConfiguration (or Policy, for classic-*)',
  },
  fixes: {
    type: 'boolean',
    help: 'with classic-*: correct the known accidents of those releases',
  },
} as const satisfies OptionTable

export const MANIFEST_OPTIONS = {
  pods: {
    type: 'string',
    short: 'f',
    multiple: true,
    value: 'FILE',
    help:
      'manifests: pods, and Deployments, Jobs and all else that makes pods (JSON or YAML); all ' +
      'other objects in them join the cluster',
  },
  validate: {
    type: 'string',
    value: 'HOW',
    choices: ['strict', 'warn', 'ignore'],
    help:
      "what becomes of misspelt fields in them, as kubectl's: strict (default) refuses, warn tells, " +
      'ignore says nothing',
  },
} as const satisfies OptionTable

export const JUDGING_OPTIONS = {
  'absent-kinds': {
    type: 'string',
    value: 'KINDS',
    help:
      'kinds that the snapshot lacks because there are none, such as ' +
      'persistentvolumeclaims,storageclasses; empty: all that it lacks; unknown (default): what ' +
      'rests on them cannot be told',
  },
} as const satisfies OptionTable

/** The words of any of these tables. */
export type GivenSources = Values<typeof CLUSTER_OPTIONS> &
  Values<typeof SCHEDULER_OPTIONS> &
  Values<typeof MANIFEST_OPTIONS> &
  Values<typeof JUDGING_OPTIONS>

/** What a command's words say of its sources; what its table lacks is absent. */
export interface Sources {
  /** Files that together are the snapshot; `-` is standard input. */
  readonly snapshot: readonly string[]
  /** Ask this cluster instead of reading a snapshot. */
  readonly live: KubectlOptions | undefined
  /** Manifests. */
  readonly pods: readonly string[]
  readonly profile: string | undefined
  readonly config: string | undefined
  /** classic-*: with the known accidents of those releases corrected. */
  readonly fixes: boolean
  readonly absentKinds: AbsentKinds
  /** What becomes of fields of manifests that their kinds do not have. */
  readonly validate: Validate
}

export function readSources(given: GivenSources): Result<Sources, readonly string[]> {
  const { pods = [], profile, config, fixes = false, validate = 'strict' } = given
  const live = readLive(given)
  if (!live.ok) return live
  const { snapshot = live.value === undefined ? [STDIN] : [] } = given
  const readers = [...snapshot, ...pods, config].filter((path) => path === STDIN)
  if (readers.length > 1) return err(['only one of the files can be standard input (-)'])
  const absentKinds = readAbsentKinds(given['absent-kinds'] ?? 'unknown')
  if (!absentKinds.ok) return absentKinds
  const cluster = { snapshot, live: live.value, pods }
  const judging = { fixes, absentKinds: absentKinds.value, validate }
  return ok({ ...cluster, profile, config, ...judging })
}

/** Which live cluster is meant; undefined: none, the snapshot comes from files. */
function readLive({
  live = false,
  context,
  kubeconfig,
  snapshot,
}: GivenSources): Result<KubectlOptions | undefined, readonly string[]> {
  if (live && snapshot !== undefined) return err(['give --live or --snapshot, not both'])
  if (live) return ok({ context, kubeconfig })
  if (context === undefined && kubeconfig === undefined) return ok(undefined)
  return err(['--context and --kubeconfig go with --live'])
}

/** `unknown`, `empty`, or kinds as kubectl writes them, such as persistentvolumeclaims. */
function readAbsentKinds(text: string): Result<AbsentKinds, readonly string[]> {
  if (text === 'unknown' || text === 'empty') return ok(text)
  const words = text.split(',').map((word) => word.trim().toLowerCase())
  const kinds = words.map((word) => SNAPSHOT_KIND_NAMES.find((kind) => kind.toLowerCase() === word))
  const known = kinds.filter((kind) => kind !== undefined)
  if (known.length === kinds.length) return ok(known)
  const wrong = words.filter((_, index) => kinds[index] === undefined).join(', ')
  const names = SNAPSHOT_KIND_NAMES.join(', ').toLowerCase()
  return err([`--absent-kinds is unknown, empty, or some of ${names}; not ${wrong}`])
}

/** The words that ask for the same cluster and manifests again. */
export function sameSources({ snapshot, live, pods, profile, config, fixes }: Sources): string {
  const words = [
    ...snapshot.map((path) => ['-s', path === STDIN ? 'FILE' : path]),
    ...(live === undefined ? [] : [['--live']]),
    ...given('--context', live?.context),
    ...given('--kubeconfig', live?.kubeconfig),
    ...pods.map((path) => ['-f', path === STDIN ? 'FILE' : path]),
    ...given('--profile', profile),
    ...given('--config', config),
    ...(fixes ? [['--fixes']] : []),
  ]
  return words.map(([option = '', ...value]) => [option, ...value.map(quoted)].join(' ')).join(' ')
}

function given(option: string, value: string | undefined): string[][] {
  return value === undefined ? [] : [[option, value]]
}

/** As a shell takes it for one word. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
