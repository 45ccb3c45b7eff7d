import { QueueRequest } from '../../../schemas/around/queue-request.ts'
import { QueueResponse } from '../../../schemas/around/queue-response.ts'
import { err, ok, type Result } from '../../result.ts'
import { queueParts, readQueue } from '../../use-cases/queue.ts'
import { collect } from '../collect.ts'
import { type Command, defineCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import {
  CLUSTER_OPTIONS,
  JUDGING_OPTIONS,
  MANIFEST_OPTIONS,
  SCHEDULER_OPTIONS,
} from '../source-options.ts'
import {
  clusterRequest,
  describeIssues,
  type Opened,
  openCluster,
} from '../sources/open-sources.ts'
import { readRequest, UNBOUNDED } from '../sources/read-request.ts'
import { queueLines, tryOrder } from '../text/queue.ts'

/** `berth queue`: in which order the waiting pods are tried, and what wakes the others. */
export const queue: Command = defineCommand(
  {
    name: 'queue',
    summary: 'in which order waiting pods are tried, and what wakes the others',
    operands: '',
    options: {
      ...CLUSTER_OPTIONS,
      ...MANIFEST_OPTIONS,
      now: {
        type: 'string',
        value: 'TIME',
        help: 'such as 2026-11-22T06:00:00Z; without it every back-off is over',
      },
      ...SCHEDULER_OPTIONS,
      ...OUTPUT_OPTIONS,
      ...JUDGING_OPTIONS,
    },
    examples: ['queue -s cluster.json.gz', 'queue -s cluster.json.gz -f pods.yaml -o name'],
    notes: [
      'The exit code is 0, or 3 where it cannot be told what keeps some pod waiting. -o name prints the ' +
        'pods that are tried, in this order.',
    ],
  },
  async (asked, terminal) => {
    const { values } = asked
    const opened = await openCluster(asked, terminal)
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('trying the pods that wait ...')
    const answer = await answerFrom(opened.value, values.now)
    if (!answer.ok) return terminal.complain(...answer.error)
    writeAnswer(answer.value, presentationOf(answer.value), values.output ?? 'text', terminal)
    const isUnknown = answer.value.unschedulable.some(({ outcome }) => outcome === 'unknown')
    return isUnknown ? EXIT_CODE.unknown : EXIT_CODE.done
  },
)

async function answerFrom(
  opened: Opened,
  now: string | undefined,
): Promise<Result<QueueResponse, readonly string[]>> {
  const { sources, files } = opened
  const request = readRequest(
    QueueRequest,
    {
      ...clusterRequest(opened),
      now,
      options: { absentKinds: sources.absentKinds },
    },
    { now: '--now' },
  )
  if (!request.ok) return request
  const read = readQueue(request.value, { digest: files.digest, ...UNBOUNDED })
  if (!read.ok) return err(describeIssues(read.error, files))
  return ok(QueueResponse.parse(await collect(queueParts(read.value))))
}

function presentationOf(answer: QueueResponse): Presentation {
  return {
    text: (page, isWide) => queueLines(answer, isWide, page),
    names: () => tryOrder(answer).map(({ namespace, name }) => `${namespace}/${name}`),
  }
}
