import { parseArgs } from 'node:util'
import { DrainRequest } from '../../schemas/drain-request.ts'
import { DrainResponse } from '../../schemas/drain-response.ts'
import { err, ok, type Result } from '../result.ts'
import { drainParts, readDrain } from '../use-cases/drain.ts'
import { collect } from './collect.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { chooseProfile } from './prepare-run.ts'
import { readFiles } from './read-files.ts'
import { STDIN } from './read-input.ts'
import { snapshotOf } from './sources.ts'
import type { Terminal } from './terminal.ts'
import { drainLines } from './text/drain.ts'

const USAGE =
  'usage: berth drain NODE... | --consolidate [NODE...] [-s FILE] [--force] ' +
  '[--delete-emptydir-data] [--at-once N] [--no-preemption] [-o text|json]'

interface DrainArguments {
  readonly nodes: readonly string[]
  readonly consolidate: boolean
  readonly snapshot: readonly string[]
  readonly profile: string | undefined
  readonly config: string | undefined
  readonly flags: object
  readonly preemption: boolean
  readonly output: 'text' | 'json'
}

/** `berth drain NODE...`: where everything on these nodes goes, and in which order it can leave. */
export async function drainCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const given = readArguments(words)
  if (!given.ok) return terminal.complain(...given.error)
  const { snapshot, profile, config, nodes, consolidate, flags, preemption } = given.value
  const sources = { snapshot, pods: [], profile, config, only: [], fixes: false }
  // Who evicts a pod reads more of it than who schedules it.
  const files = await readFiles(sources, 'everything')
  if (!files.ok) return terminal.complain(...files.error)
  const scheduler = chooseProfile({ profile, config: files.value.config, fixes: false })
  if (!scheduler.ok) return terminal.complain(...scheduler.error)
  const request = DrainRequest.safeParse({
    snapshot: snapshotOf(files.value.snapshot),
    ...(consolidate
      ? { consolidate: nodes.length === 0 ? {} : { nodes } }
      : { nodes: [...new Set(nodes)] }),
    flags,
    profile,
    config: files.value.config?.value,
    options: { preemption },
  })
  if (!request.success) {
    return terminal.complain(...request.error.issues.map((issue) => issue.message))
  }
  const unlimited = { nodesMax: Number.POSITIVE_INFINITY, podsMax: Number.POSITIVE_INFINITY }
  const read = readDrain(request.data, { digest: files.value.digest, ...unlimited })
  if (!read.ok) {
    return terminal.complain(...read.error.map(({ pointer, message }) => `${pointer}: ${message}`))
  }
  const answer = DrainResponse.parse(await collect(drainParts(read.value)))
  if (given.value.output === 'json') terminal.write(`${JSON.stringify(answer, null, 2)}\n`)
  else for (const line of drainLines(answer, terminal.page)) terminal.write(`${line}\n`)
  if (answer.summary.notJudged > 0) return EXIT_CODE.unknown
  return answer.isWhole ? EXIT_CODE.done : EXIT_CODE.notPlaced
}

function readArguments(words: readonly string[]): Result<DrainArguments, readonly string[]> {
  try {
    const { values, positionals: nodes } = parseArgs({
      args: [...words],
      allowPositionals: true,
      allowNegative: true,
      options: {
        snapshot: { type: 'string', short: 's', multiple: true },
        profile: { type: 'string' },
        config: { type: 'string' },
        consolidate: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'delete-emptydir-data': { type: 'boolean', default: false },
        'ignore-daemonsets': { type: 'boolean', default: true },
        'at-once': { type: 'string', default: '1' },
        preemption: { type: 'boolean', default: true },
        output: { type: 'string', short: 'o', default: 'text' },
      },
    })
    const { snapshot = [STDIN], profile, config, consolidate, force, preemption, output } = values
    if (nodes.length === 0 && !consolidate) return err([USAGE])
    if (output !== 'text' && output !== 'json') {
      return err([`--output is text or json, not ${output}`])
    }
    const nodesAtOnce = Number(values['at-once'])
    if (!Number.isInteger(nodesAtOnce) || nodesAtOnce < 1) {
      return err([`--at-once is a number of nodes, not ${values['at-once']}`])
    }
    const flags = {
      force,
      nodesAtOnce,
      deleteEmptyDirData: values['delete-emptydir-data'],
      ignoreDaemonSets: values['ignore-daemonsets'],
    }
    return ok({ nodes, consolidate, snapshot, profile, config, flags, preemption, output })
  } catch (error) {
    // parseArgs throws what is wrong with the words, in words for the user.
    if (!(error instanceof TypeError)) throw error
    return err([error.message, USAGE])
  }
}
