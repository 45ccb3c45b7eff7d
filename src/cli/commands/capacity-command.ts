import { CapacityRequest } from '../../../schemas/decisions/capacity-request.ts'
import { err, type Result } from '../../result.ts'
import { type Capacity, capacity as findCapacity } from '../../use-cases/capacity/capacity.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Values } from '../command-words.ts'
import { EDIT_OPTIONS, editFiles, readEdits } from '../edit-options.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { nodeLabels } from '../node-labels.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import {
  CLUSTER_OPTIONS,
  JUDGING_OPTIONS,
  MANIFEST_OPTIONS,
  SCHEDULER_OPTIONS,
} from '../source-options.ts'
import { type ExpandedFiles, placeInManifests } from '../sources/expand-files.ts'
import { findPod } from '../sources/find-pod.ts'
import {
  clusterRequest,
  describeIssues,
  expandManifests,
  type Opened,
  openSources,
} from '../sources/open-sources.ts'
import { readCount, readRequest, UNBOUNDED } from '../sources/read-request.ts'
import { snapshotOf } from '../sources/sources.ts'
import { capacityLines } from '../text/capacity.ts'

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...MANIFEST_OPTIONS,
  pod: {
    type: 'string',
    short: 'p',
    multiple: true,
    value: 'NAMESPACE/NAME',
    help: 'copies of this pod, of the manifests or the cluster; may be repeated for a mix',
  },
  by: {
    type: 'string',
    value: 'LABEL',
    help: 'a line for each value of this label of nodes; "zone" is topology.kubernetes.io/zone',
    isOfAnswer: true,
  },
  max: { type: 'string', value: 'N', help: 'copies after which nobody cares (default: 1000)' },
  wanted: { type: 'string', value: 'N', help: 'copies that must fit' },
  template: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'Nodes that could be added: how many of which, for all that is wanted',
  },
  ...EDIT_OPTIONS,
  ...SCHEDULER_OPTIONS,
  ...OUTPUT_OPTIONS,
  ...JUDGING_OPTIONS,
} as const

/** Copies that are placed unless more are wanted. */
const MAX = 1000

/** `berth capacity`: how many more copies fit, where, and what stops the next. */
export const capacity: Command = defineCommand(
  {
    name: 'capacity',
    summary: 'how many more copies of pods fit, and what stops the next',
    operands: '',
    options: OPTIONS,
    examples: [
      'capacity -s cluster.json.gz -f pod.yaml --by zone',
      'capacity -s cluster.json.gz -p shop/web-0 --wanted 500 --template node.yaml',
    ],
    notes: [
      'A file that makes several pods is placed as a whole, again and again. The exit code is 1 when less ' +
        'than --wanted fits, or nothing at all. -o name prints the nodes that take copies.',
    ],
  },
  async (asked, terminal) => {
    const { values } = asked
    const others = new Map([['template', values.template ?? []], editFiles(values)])
    const opened = await openSources(asked, terminal, { others })
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('filling the cluster ...')
    const answer = answerFrom(opened.value, values)
    if (!answer.ok) return terminal.complain(...answer.error)
    const presentation = presentationOf(answer.value, opened.value, values)
    writeAnswer(answer.value, presentation, values.output ?? 'text', terminal)
    return exitCodeOf(answer.value, Number(values.wanted ?? 1))
  },
)

function answerFrom(
  opened: Opened,
  values: Values<typeof OPTIONS>,
): Result<Capacity, readonly string[]> {
  const { sources, files } = opened
  const [max, wanted] = [readCount('--max', values.max), readCount('--wanted', values.wanted)]
  if (!max.ok) return max
  if (!wanted.ok) return wanted
  const edits = readEdits(values, files.others)
  if (!edits.ok) return edits
  const expanded = expandManifests(opened)
  if (!expanded.ok) return expanded
  const { pods, joining } = expanded.value
  const named = (values.pod ?? []).map((name) => findPod(name, pods, files.snapshot))
  if (named.length + expanded.value.manifests.length === 0) {
    return err(['say what to copy: --pods FILE or --pod NAME; see berth capacity --help'])
  }
  const missing = named.flatMap((found) => (found.ok ? [] : found.error))
  if (missing.length > 0) return err(missing)
  const { manifests, describe } = named.length === 0 ? expanded.value : withoutPods(joining)
  const request = readRequest(CapacityRequest, {
    ...clusterRequest(opened),
    mix: named.flatMap((found) => (found.ok ? [{ pod: found.value }] : [])),
    ...(manifests.length === 0 ? {} : { manifests }),
    edits: edits.value.edits,
    max: max.value ?? Math.max(MAX, wanted.value ?? 0),
    wanted: wanted.value,
    templates: snapshotOf(files.others.get('template') ?? []).map((node) => ({ node })),
    options: { fixes: sources.fixes, absentKinds: sources.absentKinds },
  })
  if (!request.ok) return request
  const found = findCapacity(request.value, { digest: files.digest, ...UNBOUNDED })
  return found.ok ? found : err(describeIssues(found.error, files, describe, edits.value.describe))
}

/** Of manifests whose pods are named, all other objects. */
function withoutPods(
  joining: ExpandedFiles['joining'],
): Pick<ExpandedFiles, 'manifests' | 'describe'> {
  return {
    manifests: joining.map(({ value }) => value),
    describe: (pointer) => placeInManifests(joining, pointer),
  }
}

function presentationOf(
  answer: Capacity,
  { files }: Opened,
  { by, wanted }: Values<typeof OPTIONS>,
): Presentation {
  const labels = by === undefined ? null : nodeLabels(files.snapshot, by)
  return {
    text: (page, isWide) => capacityLines({ answer, labels, wanted, isWide }, page),
    names: () => answer.placements.map(({ node }) => node),
  }
}

/** Whether all that is wanted fits. */
function exitCodeOf({ fits, stoppedBy }: Capacity, wanted: number): ExitCode {
  if (fits >= wanted) return EXIT_CODE.done
  return stoppedBy?.outcome === 'unknown' ? EXIT_CODE.unknown : EXIT_CODE.notPlaced
}
