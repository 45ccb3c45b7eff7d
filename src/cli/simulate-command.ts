import { parseArgs } from 'node:util'
import { SimulationRequest } from '../../schemas/simulation-request.ts'
import { SimulationResponse } from '../../schemas/simulation-response.ts'
import { err, ok, type Result } from '../result.ts'
import { readSimulation, simulationParts } from '../use-cases/simulate.ts'
import { collect } from './collect.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { chooseProfile } from './prepare-run.ts'
import { readFiles } from './read-files.ts'
import { STDIN } from './read-input.ts'
import { snapshotOf } from './sources.ts'
import type { Terminal } from './terminal.ts'
import { simulationLines } from './text/simulation.ts'

const USAGE =
  'usage: berth simulate --until SECONDS [--script FILE] [-s FILE] [--profile NAME] ' +
  '[--config FILE] [-o text|json]'

interface SimulateArguments {
  readonly snapshot: readonly string[]
  /** At most one: an array of what happens when. */
  readonly script: readonly string[]
  readonly until: number
  readonly profile: string | undefined
  readonly config: string | undefined
  readonly output: 'text' | 'json'
}

/** `berth simulate`: what happens as time passes over a cluster. */
export async function simulateCommand(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const given = readArguments(words)
  if (!given.ok) return terminal.complain(...given.error)
  const { snapshot, script, until, profile, config, output } = given.value
  const files = await readFiles({ snapshot, pods: script, profile, config, only: [], fixes: false })
  if (!files.ok) return terminal.complain(...files.error)
  const scheduler = chooseProfile({ profile, config: files.value.config, fixes: false })
  if (!scheduler.ok) return terminal.complain(...scheduler.error)
  const request = SimulationRequest.safeParse({
    snapshot: snapshotOf(files.value.snapshot),
    script: files.value.pods.flatMap(({ value }) => value),
    until,
    profile,
    config: files.value.config?.value,
  })
  if (!request.success) {
    return terminal.complain(
      ...request.error.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`),
    )
  }
  const unlimited = { nodesMax: Number.POSITIVE_INFINITY, podsMax: Number.POSITIVE_INFINITY }
  const read = readSimulation(request.data, { digest: files.value.digest, ...unlimited })
  if (!read.ok) {
    return terminal.complain(...read.error.map(({ pointer, message }) => `${pointer}: ${message}`))
  }
  const answer = SimulationResponse.parse(await collect(simulationParts(read.value)))
  if (output === 'json') terminal.write(`${JSON.stringify(answer, null, 2)}\n`)
  else for (const line of simulationLines(answer, terminal.page)) terminal.write(`${line}\n`)
  const waits = answer.pods.some(
    ({ scheduledAt, endedAt }) => scheduledAt === null && endedAt === null,
  )
  return waits ? EXIT_CODE.notPlaced : EXIT_CODE.done
}

function readArguments(words: readonly string[]): Result<SimulateArguments, readonly string[]> {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        snapshot: { type: 'string', short: 's', multiple: true },
        script: { type: 'string' },
        until: { type: 'string' },
        profile: { type: 'string' },
        config: { type: 'string' },
        output: { type: 'string', short: 'o', default: 'text' },
      },
    })
    const { snapshot = [STDIN], script, profile, config, output } = values
    if (output !== 'text' && output !== 'json') {
      return err([`--output is text or json, not ${output}`])
    }
    if (values.until === undefined) return err([USAGE])
    const until = Number(values.until)
    if (!Number.isFinite(until) || until < 0) {
      return err([`--until is a number of seconds, not ${values.until}`])
    }
    return ok({
      snapshot,
      script: script === undefined ? [] : [script],
      until,
      profile,
      config,
      output,
    })
  } catch (error) {
    // parseArgs throws what is wrong with the words, in words for the user.
    if (!(error instanceof TypeError)) throw error
    return err([error.message, USAGE])
  }
}
