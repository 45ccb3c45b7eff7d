import { parseArgs } from 'node:util'
import { ExplanationRequest } from '../../schemas/explanation-request.ts'
import { err, ok, type Result } from '../result.ts'
import { namespacedKey, objectOf } from '../snapshot/json/raw-object.ts'
import type { AbsentKinds } from '../snapshot/reads.ts'
import { type Explanation, explain } from '../use-cases/explain.ts'
import { readAbsentKinds } from './decide-arguments.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { expandFiles } from './expand-files.ts'
import { findObjects } from './find-objects.ts'
import type { KubectlOptions } from './kubectl.ts'
import { LIVE_OPTIONS, readLive } from './live-arguments.ts'
import { chooseProfile } from './prepare-run.ts'
import { type Files, readFiles } from './read-files.ts'
import { STDIN } from './read-input.ts'
import { type Sourced, snapshotOf } from './sources.ts'
import type { Terminal } from './terminal.ts'
import { whyLines } from './text/why.ts'

/** What `berth why` was asked. */
interface WhyArguments {
  /** namespace/name */
  readonly pod: string
  readonly node: string | undefined
  readonly snapshot: readonly string[]
  readonly pods: readonly string[]
  readonly profile: string | undefined
  readonly config: string | undefined
  readonly output: 'text' | 'json'
  readonly absentKinds: AbsentKinds
  readonly live: KubectlOptions | undefined
}

const USAGE =
  'usage: berth why [NAMESPACE/]POD [--node NODE] [-s FILE | --live] [-f FILE] [-o text|json]'

/** `berth why POD`: what keeps it off every node, and what would help; or why it goes where it goes. */
export async function whyCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = readArguments(words)
  if (!given.ok) return terminal.complain(...given.error)
  const only: string[] = []
  const files = await readFiles({ ...given.value, only, fixes: false })
  if (!files.ok) return terminal.complain(...files.error)
  const explanation = explainFrom(given.value, files.value)
  if (!explanation.ok) return terminal.complain(...explanation.error)
  if (given.value.output === 'json') {
    terminal.write(`${JSON.stringify(explanation.value, null, 2)}\n`)
  } else {
    for (const line of whyLines(explanation.value, given.value.node ?? null, terminal.page)) {
      terminal.write(`${line}\n`)
    }
  }
  const { outcome } = explanation.value.decision
  if (outcome === 'unknown') return EXIT_CODE.unknown
  return outcome === 'scheduled' ? EXIT_CODE.done : EXIT_CODE.notPlaced
}

function readArguments(words: readonly string[]): Result<WhyArguments, readonly string[]> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        snapshot: { type: 'string', short: 's', multiple: true },
        pods: { type: 'string', short: 'f', multiple: true },
        node: { type: 'string', short: 'n' },
        profile: { type: 'string' },
        config: { type: 'string' },
        output: { type: 'string', short: 'o', default: 'text' },
        'absent-kinds': { type: 'string', default: 'unknown' },
        ...LIVE_OPTIONS,
      },
    })
    const [name, ...more] = positionals
    const { pods = [], node, profile, config, output } = values
    if (name === undefined || more.length > 0) return err([USAGE])
    if (output !== 'text' && output !== 'json')
      return err([`--output is text or json, not ${output}`])
    const pod = name.includes('/') ? name : `default/${name}`
    const absentKinds = readAbsentKinds(values['absent-kinds'])
    if (!absentKinds.ok) return absentKinds
    const live = readLive(values)
    if (!live.ok) return live
    const { snapshot = live.value === undefined ? [STDIN] : [] } = values
    const choice = { output, absentKinds: absentKinds.value, live: live.value } as const
    return ok({ pod, node, snapshot, pods, profile, config, ...choice })
  } catch (error) {
    // parseArgs throws what is wrong with the words, in words for the user.
    if (!(error instanceof TypeError)) throw error
    return err([error.message, USAGE])
  }
}

function explainFrom(given: WhyArguments, files: Files): Result<Explanation, readonly string[]> {
  const scheduler = chooseProfile({ profile: given.profile, config: files.config, fixes: false })
  if (!scheduler.ok) return scheduler
  const expanded = expandFiles(files.pods, files.snapshot)
  if (!expanded.ok) return expanded
  const { pods, manifests, describe } = expanded.value
  const pod = findPod(given.pod, pods, files)
  if (!pod.ok) return pod
  const request = ExplanationRequest.parse({
    snapshot: snapshotOf(files.snapshot),
    pod: pod.value,
    manifests,
    node: given.node,
    profile: given.profile,
    config: files.config?.value,
    options: { absentKinds: given.absentKinds },
  })
  const nodesMax = Number.POSITIVE_INFINITY
  const explanation = explain(request, { digest: files.digest, nodesMax, podsMax: nodesMax })
  if (explanation.ok) return explanation
  return err(
    explanation.error.map(({ pointer, message }) => `${describe(pointer) ?? pointer}: ${message}`),
  )
}

/** In the manifests first, then in the snapshot; a name alone may be in any namespace if only one has it. */
function findPod(
  name: string,
  ofManifests: readonly Sourced[],
  files: Files,
): Result<unknown, readonly string[]> {
  const own = files.snapshot.flatMap((part) => findObjects(part, 'pods'))
  const pods = [...ofManifests, ...own]
  const exact = pods.find(({ value }) => namespacedKey(value) === name)
  if (exact !== undefined) return ok(objectOf(exact.value))
  const bare = name.slice(name.indexOf('/'))
  const alike = pods.filter(({ value }) => namespacedKey(value).endsWith(bare))
  const [only] = alike
  if (only !== undefined && alike.length === 1 && name.startsWith('default/'))
    return ok(objectOf(only.value))
  const others = alike.map(({ value }) => namespacedKey(value)).join(', ')
  return err([`there is no pod ${name}${others === '' ? '' : `, but ${others}`}`])
}
