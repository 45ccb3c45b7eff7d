import type * as z from 'zod'
import { EvictionRequest } from '../../../schemas/around/eviction-request.ts'
import { EvictionResponse } from '../../../schemas/around/eviction-response.ts'
import { err, ok, type Result } from '../../result.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { evictionParts, readEvictions } from '../../use-cases/evict.ts'
import { collect } from '../collect.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Values } from '../command-words.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import { CLUSTER_OPTIONS, MANIFEST_OPTIONS } from '../source-options.ts'
import { findNode, findNodeNames } from '../sources/find-node.ts'
import {
  clusterRequest,
  describeIssues,
  type Opened,
  openCluster,
} from '../sources/open-sources.ts'
import { readRequest, readSeconds, UNBOUNDED } from '../sources/read-request.ts'
import { type Sourced, snapshotOf } from '../sources/sources.ts'
import { evictionLines } from '../text/evictions.ts'

type Evictions = z.output<typeof EvictionResponse>

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...MANIFEST_OPTIONS,
  stop: {
    type: 'string',
    multiple: true,
    value: 'NODE',
    help: 'its kubelet falls silent at the start; may be repeated',
  },
  taint: {
    type: 'string',
    multiple: true,
    value: 'NODE:KEY[=VALUE]',
    help: 'the node gets this NoExecute taint at the start; may be repeated',
  },
  changes: {
    type: 'string',
    value: 'FILE',
    help: 'what else happens when, as in POST /v1/evictions (JSON or YAML)',
  },
  now: { type: 'string', value: 'TIME', help: 'the start; default: now' },
  until: {
    type: 'string',
    value: 'TIME',
    help: 'the end, such as 90 (seconds), 15m or 2h after it (default: 15m)',
  },
  ...OUTPUT_OPTIONS,
} as const

/** `berth evict`: what NoExecute taints and silent kubelets do to running pods, and when. */
export const evict: Command = defineCommand(
  {
    name: 'evict',
    summary: 'what taints and silent kubelets do to running pods, and when',
    operands: '',
    options: OPTIONS,
    examples: [
      'evict -s cluster.json.gz --stop ip-10-0-1-133.eu-west-1.compute.internal',
      'evict -s cluster.json.gz --taint ip-10-0-1-133.eu-west-1.compute.internal:maintenance=now',
    ],
    notes: [
      'Nothing is evicted: it only says what the controllers would do. The exit code is 1 when a pod is ' +
        'evicted that nobody makes anew. -o name prints the pods that are evicted, in this order.',
    ],
  },
  async (asked, terminal) => {
    const { values } = asked
    const { changes, now = new Date().toISOString() } = values
    const others = new Map([['changes', changes === undefined ? [] : [changes]]])
    // Controllers read more of a pod than who schedules it.
    const question = JSON.stringify([asked.question, now])
    const opened = await openCluster({ values, question }, terminal, {
      keeps: 'everything',
      others,
    })
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('letting time pass ...')
    const answer = await answerFrom(opened.value, { ...values, now })
    if (!answer.ok) return terminal.complain(...answer.error)
    writeAnswer(answer.value, presentationOf(answer.value), values.output ?? 'text', terminal)
    return exitCodeOf(answer.value)
  },
)

async function answerFrom(
  opened: Opened,
  values: Values<typeof OPTIONS>,
): Promise<Result<Evictions, readonly string[]>> {
  const { files } = opened
  const until = readSeconds('--until', values.until)
  if (!until.ok) return until
  const tainted = readTaints(values.taint ?? [], files.snapshot)
  if (!tainted.ok) return tainted
  const stop = findNodeNames(values.stop ?? [], files.snapshot)
  if (!stop.ok) return err(stop.error.map((problem) => `--stop: ${problem}`))
  const { snapshot } = clusterRequest(opened)
  const request = readRequest(
    EvictionRequest,
    {
      snapshot,
      now: values.now,
      until: until.value,
      changes: [
        ...(stop.value.length === 0 ? [] : [{ at: 0, stop: stop.value }]),
        ...tainted.value,
        ...snapshotOf(files.others.get('changes') ?? []),
      ],
    },
    { now: '--now' },
  )
  if (!request.ok) return request
  const read = readEvictions(request.value, UNBOUNDED.nodesMax)
  if (!read.ok) return err(describeIssues(read.error, files))
  return ok(EvictionResponse.parse(await collect(evictionParts(read.value, files.digest))))
}

/** Taints are given to a node as a whole: those that it has, and one more. */
function readTaints(
  words: readonly string[],
  snapshot: readonly Sourced[],
): Result<object[], readonly string[]> {
  const taints = new Map<string, unknown[]>()
  for (const word of words) {
    const [, given = '', key = '', value = ''] = /^([^:]+):([^=:]+)(?:=([^:]*))?$/.exec(word) ?? []
    if (key === '')
      return err([`--taint is NODE:KEY or NODE:KEY=VALUE, not ${JSON.stringify(word)}`])
    const found = findNode(given, snapshot)
    if (!found.ok) return err(found.error.map((problem) => `--taint: ${problem}`))
    const node = nameOf(found.value)
    const before = taints.get(node) ?? taintsOf(found.value)
    taints.set(node, [...before, { key, value, effect: 'NoExecute' }])
  }
  return ok([...taints].map(([node, all]) => ({ at: 0, node, taints: all })))
}

function taintsOf(node: unknown): unknown[] {
  const spec = isObject(node) && isObject(node['spec']) ? node['spec'] : {}
  return Array.isArray(spec['taints']) ? spec['taints'] : []
}

function presentationOf(answer: Evictions): Presentation {
  return {
    text: (page, isWide) => evictionLines(answer, isWide, page),
    names: () => answer.evictions.map(({ pod }) => `${pod.namespace}/${pod.name}`),
  }
}

function exitCodeOf({ evictions, cutOffAt }: Evictions): ExitCode {
  if (cutOffAt !== null) return EXIT_CODE.unknown
  const isLost = evictions.some(({ recreatedBy }) => recreatedBy === null)
  return isLost ? EXIT_CODE.notPlaced : EXIT_CODE.done
}
