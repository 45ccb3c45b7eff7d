import { err, ok, type Result } from '../../result.ts'
import type { Run } from '../../use-cases/decisions/run.ts'
import { type Command, defineCommand } from '../command.ts'
import { EDIT_OPTIONS, editFiles, editWords, type GivenEdits, readEdits } from '../edit-options.ts'
import type { ExitCode } from '../exit-code.ts'
import { FORMATS, OUTPUT_OPTIONS } from '../output.ts'
import { prepareRun } from '../prepare-run.ts'
import { type ReplayQuestion, replayScenario } from '../replay-scenario.ts'
import { CI_FORMATS, type RunFormat, writeRun } from '../run-output.ts'
import {
  CLUSTER_OPTIONS,
  JUDGING_OPTIONS,
  MANIFEST_OPTIONS,
  quoted,
  SCHEDULER_OPTIONS,
  sameSources,
} from '../source-options.ts'
import { expandManifests, type Opened, openSources } from '../sources/open-sources.ts'
import { selectPods } from '../sources/select-pods.ts'
import type { Sourced } from '../sources/sources.ts'
import type { Terminal } from '../terminal.ts'

const EXPLAINS = ['full', 'summary', 'decision'] as const
type Explain = (typeof EXPLAINS)[number]

/** `berth decide`: where do these pods go, and why? */
export const decide: Command = defineCommand(
  {
    name: 'decide',
    summary: 'decide pods, each on top of the placements before it',
    operands: '',
    options: {
      ...CLUSTER_OPTIONS,
      ...MANIFEST_OPTIONS,
      ...EDIT_OPTIONS,
      pod: {
        type: 'string',
        short: 'p',
        multiple: true,
        value: 'NAMESPACE/NAME',
        help: 'only this pod; may be repeated',
      },
      ...SCHEDULER_OPTIONS,
      scenario: {
        type: 'string',
        value: 'FILE',
        help: 'ask again what was asked in the explorer and saved there: its pod, scheduler, edits and weights',
      },
      output: {
        ...OUTPUT_OPTIONS.output,
        choices: [...FORMATS, ...CI_FORMATS],
        help: `${OUTPUT_OPTIONS.output.help}; for checks of pull requests junit, sarif or github`,
      },
      explain: {
        type: 'string',
        value: 'LEVEL',
        choices: EXPLAINS,
        help:
          'full, summary or decision: how much of each decision is told; without it a table, or ' +
          'everything of a single pod and in JSON',
      },
      ...JUDGING_OPTIONS,
    },
    examples: [
      'decide -s cluster.json.gz',
      'decide -s cluster.json.gz -f pods.yaml',
      'decide -s cluster.json.gz -p shop/skewed-0',
      'decide -s cluster.json.gz -o name',
      'decide -s cluster.json.gz -f pods.yaml -o github',
    ],
    notes: [
      'Without -f the pending pods of the cluster are decided, as the queue of the scheduler gives them ' +
        'out. -o name prints the pods that get no node.',
    ],
  },
  async (asked, terminal) => {
    const { values } = asked
    const { pod = [], output = 'text' } = values
    if (values.scenario !== undefined) return replay(values.scenario, asked, terminal)
    const only = pod.map((name) => (name.includes('/') ? name : `default/${name}`))
    const others = new Map([editFiles(values)])
    const opened = await openSources(asked, terminal, { others })
    if (!opened.ok) return terminal.complain(...opened.error)
    // The names of many pods in a table need no verdict on every node.
    const isTold = output !== 'json' && output !== 'yaml'
    const edits = readEdits(values, opened.value.files.others)
    if (!edits.ok) return terminal.complain(...edits.error)
    const assembled = assemble(opened.value, { only, edits: edits.value }, (pods) => {
      return values.explain ?? (isTold && pods !== 1 ? 'summary' : 'full')
    })
    if (!assembled.ok) return terminal.complain(...assembled.error)
    const { run, pods, remarks } = assembled.value
    const same = [sameSources(opened.value.sources), ...editWords(values)].join(' ')
    const report = {
      run,
      pods,
      remarks,
      nextFor: (name: string) => `berth why ${same} ${quoted(name)}`,
    }
    const isTable = values.explain === undefined && run.pods.length !== 1
    return writeRun(report, output === 'text' && !isTable ? 'details' : output, terminal)
  },
)

async function replay(
  path: string,
  asked: ReplayQuestion & { readonly values: { readonly output?: RunFormat | undefined } },
  terminal: Terminal,
): Promise<ExitCode> {
  const { output = 'text' } = asked.values
  const replayed = await replayScenario(path, asked, terminal)
  if (!replayed.ok) return terminal.complain(...replayed.error)
  const { run, pods, same } = replayed.value
  const report = { run, pods, remarks: [], nextFor: () => `berth decide ${same}` }
  return writeRun(report, output === 'text' ? 'details' : output, terminal)
}

interface Assembled {
  readonly run: Run
  readonly pods: readonly Sourced[]
  readonly remarks: readonly string[]
}

function assemble(
  opened: Opened,
  { only, edits }: { readonly only: readonly string[]; readonly edits: GivenEdits },
  explainFor: (pods: number) => Explain,
): Result<Assembled, readonly string[]> {
  const { sources, files, scheduler } = opened
  const { snapshot, digest } = files
  const schedulerNames = new Set(scheduler.profiles.keys())
  const expanded = expandManifests(opened)
  if (!expanded.ok) return expanded
  const manifests = expanded.value
  if (files.pods.length > 0 && manifests.pods.length === 0) {
    return err([`--pods: nothing in ${sources.pods.join(', ')} makes pods`])
  }
  const selected = selectPods({ snapshot, manifests: manifests.pods, schedulerNames, only })
  if (!selected.ok) return selected
  const { pods, remarks } = selected.value
  const wanted = { explain: explainFor(pods.length), absentKinds: sources.absentKinds }
  const prepared = prepareRun({ snapshot, pods, manifests, digest }, scheduler, wanted, edits)
  return prepared.ok ? ok({ ...prepared.value, remarks }) : prepared
}
