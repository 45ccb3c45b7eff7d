import { LifecycleRequest } from '../../../schemas/around/lifecycle-request.ts'
import { LifecycleResponse } from '../../../schemas/around/lifecycle-response.ts'
import { err, ok, type Result } from '../../result.ts'
import { lifecycleParts, readLifecycle } from '../../use-cases/lifecycle.ts'
import { collect } from '../collect.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Values } from '../command-words.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import { CLUSTER_OPTIONS, MANIFEST_OPTIONS } from '../source-options.ts'
import { findPod } from '../sources/find-pod.ts'
import {
  describeIssues,
  expandManifests,
  type Opened,
  openSources,
} from '../sources/open-sources.ts'
import { readRequest, readSeconds } from '../sources/read-request.ts'
import { lifecycleLines } from '../text/lifecycle.ts'

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...MANIFEST_OPTIONS,
  until: {
    type: 'string',
    value: 'TIME',
    help: 'the end, such as 90 (seconds), 15m or 2h (default: 10m)',
  },
  containers: {
    type: 'string',
    value: 'FILE',
    help: 'what its containers do, by name, as in POST /v1/lifecycle (JSON or YAML)',
  },
  'delete-at': { type: 'string', value: 'TIME', help: 'when somebody deletes it' },
  ...OUTPUT_OPTIONS,
} as const

/** `berth lifecycle POD`: what becomes of a pod on its node, second by second. */
export const lifecycle: Command = defineCommand(
  {
    name: 'lifecycle',
    summary: 'what becomes of a pod on its node, second by second',
    operands: '[[NAMESPACE/]POD]',
    operandsMax: 1,
    options: OPTIONS,
    examples: [
      'lifecycle -f pod.yaml --delete-at 2m',
      'lifecycle -s cluster.json.gz shop/api-0 --until 1m',
    ],
    notes: [
      'Without POD it is the only one that the manifests of -f make; then no cluster is needed. The exit ' +
        'code is 1 when the pod fails, and nobody deleted it. -o name prints the containers that run in the end.',
    ],
  },
  async ({ values, names: [name], question }, terminal) => {
    const { containers } = values
    const others = new Map([['containers', containers === undefined ? [] : [containers]]])
    const isCluster = values.snapshot !== undefined || values.live === true || name !== undefined
    const alone = values.pods === undefined || isCluster ? {} : { snapshot: [] }
    const asked = { values: { ...values, ...alone }, question }
    const opened = await openSources(asked, terminal, { keeps: 'everything', others })
    if (!opened.ok) return terminal.complain(...opened.error)
    const answer = await answerFrom(opened.value, name, values)
    if (!answer.ok) return terminal.complain(...answer.error)
    writeAnswer(answer.value, presentationOf(answer.value), values.output ?? 'text', terminal)
    const { phases, removedAt } = answer.value
    // One that somebody deletes may well end so.
    const isFailed = phases.at(-1)?.phase === 'Failed' && removedAt === null
    return isFailed ? EXIT_CODE.notPlaced : EXIT_CODE.done
  },
)

async function answerFrom(
  opened: Opened,
  name: string | undefined,
  values: Values<typeof OPTIONS>,
): Promise<Result<LifecycleResponse, readonly string[]>> {
  const { files } = opened
  const until = readSeconds('--until', values.until)
  const deletedAt = readSeconds('--delete-at', values['delete-at'])
  if (!until.ok) return until
  if (!deletedAt.ok) return deletedAt
  const expanded = expandManifests(opened)
  if (!expanded.ok) return expanded
  const { pods, describe } = expanded.value
  const [only] = pods
  const pod = name === undefined ? ok(only?.value) : findPod(name, pods, files.snapshot)
  if (!pod.ok) return pod
  if (name === undefined && pods.length !== 1) {
    return err([`--pods makes ${pods.length} pods; name one of them`])
  }
  const request = readRequest(LifecycleRequest, {
    pod: pod.value,
    until: until.value,
    containers: files.others.get('containers')?.[0]?.value,
    ...(deletedAt.value === undefined ? {} : { delete: { at: deletedAt.value } }),
  })
  if (!request.ok) return request
  const read = readLifecycle(request.value)
  if (!read.ok) return err(describeIssues(read.error, files, describe))
  return ok(LifecycleResponse.parse(await collect(lifecycleParts(read.value, files.digest))))
}

function presentationOf(answer: LifecycleResponse): Presentation {
  const running = answer.containers.filter(({ state }) => state === 'running')
  return {
    text: (page) => lifecycleLines(answer, page),
    names: () => running.map(({ name }) => name),
  }
}
