import type * as z from 'zod'
import { DrainRequest } from '../../../schemas/around/drain-request.ts'
import { DrainResponse } from '../../../schemas/around/drain-response.ts'
import { err, ok, type Result } from '../../result.ts'
import { drainParts, readDrain } from '../../use-cases/drains/drain.ts'
import { collect } from '../collect.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Values } from '../command-words.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import {
  CLUSTER_OPTIONS,
  JUDGING_OPTIONS,
  MANIFEST_OPTIONS,
  SCHEDULER_OPTIONS,
} from '../source-options.ts'
import { findNodeNames } from '../sources/find-node.ts'
import {
  clusterRequest,
  describeIssues,
  type Opened,
  openCluster,
} from '../sources/open-sources.ts'
import { readCount, readRequest, UNBOUNDED } from '../sources/read-request.ts'
import { drainLines } from '../text/drain.ts'

type Drain = z.output<typeof DrainResponse>

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...MANIFEST_OPTIONS,
  consolidate: {
    type: 'boolean',
    help: 'instead: empty as many nodes as can be found, among those that are named or all',
  },
  force: { type: 'boolean', help: 'evict pods without a controller too, as kubectl drain does' },
  'delete-emptydir-data': { type: 'boolean', help: 'evict pods with emptyDir volumes too' },
  'ignore-daemonsets': {
    type: 'boolean',
    deniable: true,
    help: 'do not drain nodes that have pods of a DaemonSet',
  },
  'at-once': {
    type: 'string',
    value: 'N',
    help: 'nodes drained at the same time (default: 1)',
  },
  preemption: {
    type: 'boolean',
    deniable: true,
    help: 'pods that come again displace nobody',
  },
  ...SCHEDULER_OPTIONS,
  ...OUTPUT_OPTIONS,
  ...JUDGING_OPTIONS,
} as const

/** `berth drain NODE...`: where everything on these nodes goes, and in which order it can leave. */
export const drain: Command = defineCommand(
  {
    name: 'drain',
    summary: 'where everything on a node goes, in which order; or how many nodes can go',
    operands: 'NODE...',
    options: OPTIONS,
    examples: [
      'drain -s cluster.json.gz ip-10-0-1-133.eu-west-1.compute.internal',
      'drain -s cluster.json.gz --consolidate --force --delete-emptydir-data',
    ],
    notes: [
      'Nothing is drained: it only says what would happen. -o name prints the pods that stay.',
    ],
  },
  async (asked, terminal) => {
    const { values, names } = asked
    if (names.length === 0 && values.consolidate !== true) {
      return terminal.complain('name a NODE, or give --consolidate; see berth drain --help')
    }
    // Who evicts a pod reads more of it than who schedules it.
    const opened = await openCluster(asked, terminal, { keeps: 'everything' })
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('draining ...')
    const answer = await answerFrom(opened.value, values, names)
    if (!answer.ok) return terminal.complain(...answer.error)
    writeAnswer(answer.value, presentationOf(answer.value), values.output ?? 'text', terminal)
    return exitCodeOf(answer.value)
  },
)

async function answerFrom(
  opened: Opened,
  values: Values<typeof OPTIONS>,
  names: readonly string[],
): Promise<Result<Drain, readonly string[]>> {
  const { sources, files } = opened
  const nodesAtOnce = readCount('--at-once', values['at-once'])
  if (!nodesAtOnce.ok) return nodesAtOnce
  const named = findNodeNames(names, files.snapshot)
  if (!named.ok) return named
  const nodes = named.value
  const all = nodes.length === 0
  const request = readRequest(DrainRequest, {
    ...clusterRequest(opened),
    ...(values.consolidate === true ? { consolidate: all ? {} : { nodes } } : { nodes }),
    flags: {
      force: values.force,
      nodesAtOnce: nodesAtOnce.value,
      deleteEmptyDirData: values['delete-emptydir-data'],
      ignoreDaemonSets: values['ignore-daemonsets'],
    },
    options: {
      preemption: values.preemption,
      fixes: sources.fixes,
      absentKinds: sources.absentKinds,
    },
  })
  if (!request.ok) return request
  const read = readDrain(request.value, { digest: files.digest, ...UNBOUNDED })
  if (!read.ok) return err(describeIssues(read.error, files))
  return ok(DrainResponse.parse(await collect(drainParts(read.value))))
}

function presentationOf(answer: Drain): Presentation {
  const held = [...answer.refused, ...answer.stuck, ...answer.stays]
  return {
    text: (page, isWide) => drainLines(answer, isWide, page),
    names: () => held.map(({ pod }) => `${pod.namespace}/${pod.name}`),
  }
}

function exitCodeOf({ summary, isWhole }: Drain): ExitCode {
  if (summary.notJudged > 0) return EXIT_CODE.unknown
  return isWhole ? EXIT_CODE.done : EXIT_CODE.notPlaced
}
