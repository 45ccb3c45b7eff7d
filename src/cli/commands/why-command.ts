import { ExplanationRequest } from '../../../schemas/decisions/explanation-request.ts'
import { err, ok, type Result } from '../../result.ts'
import { type Explanation, explain } from '../../use-cases/explanations/explain.ts'
import { type Command, defineCommand } from '../command.ts'
import { EDIT_OPTIONS, editFiles, type GivenEdits, readEdits } from '../edit-options.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import {
  CLUSTER_OPTIONS,
  JUDGING_OPTIONS,
  MANIFEST_OPTIONS,
  SCHEDULER_OPTIONS,
} from '../source-options.ts'
import { findNodeNames } from '../sources/find-node.ts'
import { findPod } from '../sources/find-pod.ts'
import {
  describeIssues,
  expandManifests,
  type Opened,
  openSources,
} from '../sources/open-sources.ts'
import { UNBOUNDED } from '../sources/read-request.ts'
import { snapshotOf } from '../sources/sources.ts'
import { whyLines } from '../text/why.ts'

/** `berth why POD`: what keeps it off every node, and what would help; or why it goes where it goes. */
export const why: Command = defineCommand(
  {
    name: 'why',
    summary: 'what keeps a pod off every node, and what would help',
    operands: '[NAMESPACE/]POD',
    operandsMin: 1,
    operandsMax: 1,
    options: {
      node: {
        type: 'string',
        short: 'n',
        value: 'NODE',
        help: "every filter's say on this node; of a placed pod, why not there",
      },
      ...CLUSTER_OPTIONS,
      ...MANIFEST_OPTIONS,
      ...EDIT_OPTIONS,
      ...SCHEDULER_OPTIONS,
      ...OUTPUT_OPTIONS,
      ...JUDGING_OPTIONS,
    },
    examples: [
      'why -s cluster.json.gz shop/skewed-0',
      'why -s cluster.json.gz -f pods.yaml shop/web',
    ],
    notes: ['The pod may be in the manifests of -f, or be one that something in them makes.'],
  },
  async (asked, terminal) => {
    const { values, names } = asked
    const { output = 'text', node } = values
    const [pod = ''] = names
    const others = new Map([editFiles(values)])
    const opened = await openSources(asked, terminal, { others })
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('trying what would help ...')
    const edits = readEdits(values, opened.value.files.others)
    if (!edits.ok) return terminal.complain(...edits.error)
    const explanation = explainFrom({ ...opened.value, pod, node, edits: edits.value })
    if (!explanation.ok) return terminal.complain(...explanation.error)
    writeAnswer(explanation.value, presentationOf(explanation.value, node), output, terminal)
    const { outcome } = explanation.value.decision
    if (outcome === 'unknown') return EXIT_CODE.unknown
    return outcome === 'scheduled' ? EXIT_CODE.done : EXIT_CODE.notPlaced
  },
)

/** By name: the nodes that can take the pod. */
function presentationOf(explanation: Explanation, node: string | undefined): Presentation {
  const { nodes } = explanation
  return {
    text: (page) => whyLines(explanation, node ?? null, page),
    names: () =>
      nodes
        .filter((one) => one.rejectedBy.length === 0 && one.unknownTo.length === 0)
        .map((one) => one.node),
  }
}

interface Question extends Opened {
  /** namespace/name, or a name that is enough */
  readonly pod: string
  readonly node: string | undefined
  readonly edits: GivenEdits
}

function explainFrom(question: Question): Result<Explanation, readonly string[]> {
  const { sources, files, node, edits } = question
  const expanded = expandManifests(question)
  if (!expanded.ok) return expanded
  const { pods, manifests, describe } = expanded.value
  const pod = findPod(question.pod, pods, files.snapshot)
  if (!pod.ok) return pod
  const onNode = node === undefined ? ok([]) : findNodeNames([node], files.snapshot)
  if (!onNode.ok) return err(onNode.error.map((problem) => `--node: ${problem}`))
  const request = ExplanationRequest.parse({
    snapshot: snapshotOf(files.snapshot),
    pod: pod.value,
    manifests,
    edits: edits.edits,
    node: onNode.value[0],
    profile: sources.profile,
    config: files.config?.value,
    options: { absentKinds: sources.absentKinds, fixes: sources.fixes },
  })
  const explanation = explain(request, { digest: files.digest, ...UNBOUNDED })
  if (explanation.ok) return explanation
  return err(describeIssues(explanation.error, files, describe, edits.describe))
}
