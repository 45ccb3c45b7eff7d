import type * as z from 'zod'
import { SimulationRequest } from '../../../schemas/around/simulation-request.ts'
import { SimulationResponse } from '../../../schemas/around/simulation-response.ts'
import { err, ok, type Result } from '../../result.ts'
import { readSimulation, simulationParts } from '../../use-cases/simulations/simulate.ts'
import { collect } from '../collect.ts'
import { type Command, defineCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import { CLUSTER_OPTIONS, MANIFEST_OPTIONS, SCHEDULER_OPTIONS } from '../source-options.ts'
import {
  clusterRequest,
  describeIssues,
  type Opened,
  openCluster,
} from '../sources/open-sources.ts'
import { readRequest, readSeconds, UNBOUNDED } from '../sources/read-request.ts'
import { snapshotOf } from '../sources/sources.ts'
import { simulationLines } from '../text/simulation.ts'

type Simulation = z.output<typeof SimulationResponse>

/** `berth simulate`: what happens as time passes over a cluster. */
export const simulate: Command = defineCommand(
  {
    name: 'simulate',
    summary: 'what happens as time passes over a cluster, by a script',
    operands: '',
    options: {
      ...CLUSTER_OPTIONS,
      ...MANIFEST_OPTIONS,
      until: { type: 'string', value: 'TIME', help: 'the end, such as 90 (seconds), 15m or 2h' },
      script: {
        type: 'string',
        value: 'FILE',
        help: 'what happens when, as in POST /v1/simulations (JSON or YAML)',
      },
      ...SCHEDULER_OPTIONS,
      ...OUTPUT_OPTIONS,
    },
    examples: ['simulate -s cluster.json.gz --until 10m --script script.yaml'],
    notes: ['-o name prints the pods that wait at the end.'],
  },
  async (asked, terminal) => {
    const { values } = asked
    const { script, output = 'text' } = values
    const until = readSeconds('--until', values.until)
    if (!until.ok) return terminal.complain(...until.error)
    if (until.value === undefined) {
      return terminal.complain('--until is needed; see berth simulate --help')
    }
    const others = new Map([['script', script === undefined ? [] : [script]]])
    const opened = await openCluster(asked, terminal, { others })
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('simulating ...')
    const answer = await answerFrom(opened.value, until.value)
    if (!answer.ok) return terminal.complain(...answer.error)
    writeAnswer(answer.value, presentationOf(answer.value), output, terminal)
    return waitingOf(answer.value).length > 0 ? EXIT_CODE.notPlaced : EXIT_CODE.done
  },
)

async function answerFrom(
  opened: Opened,
  until: number,
): Promise<Result<Simulation, readonly string[]>> {
  const { files } = opened
  const script = snapshotOf(files.others.get('script') ?? [])
  const request = readRequest(SimulationRequest, { ...clusterRequest(opened), script, until })
  if (!request.ok) return request
  const read = readSimulation(request.value, { digest: files.digest, ...UNBOUNDED })
  if (!read.ok) return err(describeIssues(read.error, files))
  return ok(SimulationResponse.parse(await collect(simulationParts(read.value))))
}

function waitingOf({ pods }: Simulation): Simulation['pods'] {
  return pods.filter(({ scheduledAt, endedAt }) => scheduledAt === null && endedAt === null)
}

function presentationOf(answer: Simulation): Presentation {
  return {
    text: (page, isWide) => simulationLines(answer, isWide, page),
    names: () => waitingOf(answer).map(({ pod }) => `${pod.namespace}/${pod.name}`),
  }
}
