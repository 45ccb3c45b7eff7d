import { parseArgs } from 'node:util'
import type { Explain } from '../explain/decision-view.ts'
import { err, ok, type Result } from '../result.ts'
import type { AbsentKinds } from '../snapshot/reads.ts'
import { SNAPSHOT_KIND_NAMES } from '../snapshot/snapshot-resources.ts'
import type { KubectlOptions } from './kubectl.ts'
import { LIVE_OPTIONS, readLive } from './live-arguments.ts'
import { STDIN } from './read-input.ts'

/** What `berth decide` was asked. */
export interface DecideArguments {
  /** Files that together are the snapshot; `-` is standard input. */
  readonly snapshot: readonly string[]
  /** Manifests of pods; empty: the snapshot's pending pods. */
  readonly pods: readonly string[]
  /** Decide only these, by namespace/name. */
  readonly only: readonly string[]
  readonly profile: string | undefined
  readonly config: string | undefined
  /** classic-*: with the known accidents of those releases corrected. */
  readonly fixes: boolean
  readonly output: 'text' | 'json'
  readonly explain: Explain
  readonly absentKinds: AbsentKinds
  /** Ask this cluster instead of reading a snapshot. */
  readonly live: KubectlOptions | undefined
}

const OUTPUTS = ['text', 'json'] as const
const EXPLAINS = ['full', 'summary', 'decision'] as const

/** Reads the words after `berth decide`. */
export function readDecideArguments(
  words: readonly string[],
): Result<DecideArguments, readonly string[]> {
  const parsed = parse(words)
  if (!parsed.ok) return parsed
  const { pods = [], pod = [], profile, config, fixes = false } = parsed.value
  const live = readLive(parsed.value)
  if (!live.ok) return live
  const { snapshot = live.value === undefined ? [STDIN] : [] } = parsed.value
  const output = oneOf('--output', parsed.value.output ?? 'text', OUTPUTS)
  const explain = oneOf('--explain', parsed.value.explain ?? 'full', EXPLAINS)
  const absentKinds = readAbsentKinds(parsed.value['absent-kinds'] ?? 'unknown')
  if (!output.ok) return output
  if (!explain.ok) return explain
  if (!absentKinds.ok) return absentKinds
  const readers = [...snapshot, ...pods, config].filter((path) => path === STDIN)
  if (readers.length > 1) return err(['only one of the files can be standard input (-)'])
  const only = pod.map((name) => (name.includes('/') ? name : `default/${name}`))
  const choice = {
    output: output.value,
    explain: explain.value,
    absentKinds: absentKinds.value,
    live: live.value,
  }
  return ok({ snapshot, pods, only, profile, config, fixes, ...choice })
}

function parse(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        snapshot: { type: 'string', short: 's', multiple: true },
        pods: { type: 'string', short: 'f', multiple: true },
        pod: { type: 'string', short: 'p', multiple: true },
        profile: { type: 'string' },
        config: { type: 'string' },
        fixes: { type: 'boolean' },
        output: { type: 'string', short: 'o' },
        explain: { type: 'string' },
        'absent-kinds': { type: 'string' },
        ...LIVE_OPTIONS,
      },
    })
    return ok(values)
  } catch (error) {
    // parseArgs throws what is wrong with the words, in words for the user.
    if (!(error instanceof TypeError)) throw error
    return err([error.message])
  }
}

/** `unknown`, `empty`, or kinds as kubectl writes them, such as persistentvolumeclaims. */
export function readAbsentKinds(text: string): Result<AbsentKinds, readonly string[]> {
  if (text === 'unknown' || text === 'empty') return ok(text)
  const words = text.split(',').map((word) => word.trim().toLowerCase())
  const kinds = words.map((word) => SNAPSHOT_KIND_NAMES.find((kind) => kind.toLowerCase() === word))
  const known = kinds.filter((kind) => kind !== undefined)
  if (known.length === kinds.length) return ok(known)
  const wrong = words.filter((_, index) => kinds[index] === undefined).join(', ')
  const names = SNAPSHOT_KIND_NAMES.join(', ').toLowerCase()
  return err([`--absent-kinds is unknown, empty, or some of ${names}; not ${wrong}`])
}

function oneOf<Word extends string>(
  option: string,
  given: string,
  words: readonly Word[],
): Result<Word, readonly string[]> {
  const word = words.find((one) => one === given)
  if (word !== undefined) return ok(word)
  return err([`${option} is one of ${words.join(', ')}, not ${JSON.stringify(given)}`])
}
