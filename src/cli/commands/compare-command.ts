import type * as z from 'zod'
import { ComparisonRequest } from '../../../schemas/decisions/comparison-request.ts'
import { ComparisonResponse } from '../../../schemas/decisions/comparison-response.ts'
import { err, ok, type Result } from '../../result.ts'
import { PROFILE_NAMES } from '../../scheduler/profiles/resolve-profile.ts'
import { objectOf } from '../../snapshot/json/raw-object.ts'
import { startComparison } from '../../use-cases/decisions/compare.ts'
import { comparisonParts } from '../../use-cases/decisions/comparison-answer.ts'
import { collect } from '../collect.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Values } from '../command-words.ts'
import { EDIT_OPTIONS, editFiles, editWords, readEdits } from '../edit-options.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import {
  CLUSTER_OPTIONS,
  JUDGING_OPTIONS,
  MANIFEST_OPTIONS,
  SCHEDULER_OPTIONS,
} from '../source-options.ts'
import { findObjects } from '../sources/find-objects.ts'
import {
  describeIssues,
  expandManifests,
  type Opened,
  openSources,
} from '../sources/open-sources.ts'
import { pendingPods } from '../sources/pending-pods.ts'
import type { Files } from '../sources/read-files.ts'
import { readRequest, UNBOUNDED } from '../sources/read-request.ts'
import { snapshotChanges } from '../sources/snapshot-changes.ts'
import { snapshotOf } from '../sources/sources.ts'
import { comparisonLines } from '../text/comparison.ts'

type Comparison = z.output<typeof ComparisonResponse>

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...MANIFEST_OPTIONS,
  ...SCHEDULER_OPTIONS,
  to: {
    type: 'string',
    value: 'NAME',
    suggests: PROFILE_NAMES,
    help: 'the other scheduler; default: the same',
  },
  'to-config': { type: 'string', value: 'FILE', help: 'its configuration; default: the same' },
  'to-snapshot': {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'the other cluster, as the same one later; default: the same',
  },
  after: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'objects that join or replace others in the other cluster, such as Nodes (JSON or YAML)',
  },
  'exit-on': {
    type: 'string',
    value: 'WHAT',
    choices: ['loss', 'any'],
    help: 'exit with 1 when a pod loses its place (default), or on any difference',
    isOfAnswer: true,
  },
  ...EDIT_OPTIONS,
  ...OUTPUT_OPTIONS,
  ...JUDGING_OPTIONS,
} as const

/** Verdicts and scores of so many pairs of pod and node are held to tell what is behind a move. */
const FINDINGS_MAX = 1_000_000

/** `berth compare`: what changes between two schedulers, or before and after. */
export const compare: Command = defineCommand(
  {
    name: 'compare',
    summary: 'what changes between two schedulers, or before and after',
    operands: '',
    options: OPTIONS,
    examples: [
      'compare -s cluster.json.gz --profile kubernetes-1.36 --to kubernetes-1.37',
      'compare -s cluster.json.gz -f pods.yaml --after node.yaml',
      'compare -s cluster.json.gz --to-snapshot cluster.json.gz',
    ],
    notes: [
      'The pods are those of -f, or the pending ones of the first cluster. A move inside a tie is no ' +
        'difference. -o name prints the pods that differ.',
    ],
  },
  async (asked, terminal) => {
    const { values } = asked
    const config = values['to-config']
    const others = new Map([
      ['config', config === undefined ? [] : [config]],
      ['snapshot', values['to-snapshot'] ?? []],
      ['after', values.after ?? []],
      editFiles(values),
    ])
    const files = [...others.values()].flat()
    if (files.length === 0 && values.to === undefined && editWords(values).length === 0) {
      const ways = '--to PROFILE, --to-config, --to-snapshot, --after FILE or --without-node NODE'
      return terminal.complain(`say what to compare with: ${ways}; see berth compare --help`)
    }
    const opened = await openSources(asked, terminal, { others })
    if (!opened.ok) return terminal.complain(...opened.error)
    terminal.progress('deciding twice ...')
    const answer = await answerFrom(opened.value, values)
    if (!answer.ok) return terminal.complain(...answer.error)
    writeAnswer(answer.value, presentationOf(answer.value), values.output ?? 'text', terminal)
    return exitCodeOf(answer.value, values['exit-on'] ?? 'loss')
  },
)

async function answerFrom(
  opened: Opened,
  values: Values<typeof OPTIONS>,
): Promise<Result<Comparison, readonly string[]>> {
  const { sources, files } = opened
  const edits = readEdits(values, files.others)
  if (!edits.ok) return edits
  const expanded = expandManifests(opened)
  if (!expanded.ok) return expanded
  const { manifests, describe } = expanded.value
  const patch = changesOf(files)
  if (!patch.ok) return patch
  const { profile } = sources
  const isData = values.output === 'json' || values.output === 'yaml'
  const pods = manifests.length > 0 ? expanded.value.pods : pendingOf(opened)
  const nodes = files.snapshot.flatMap((part) => findObjects(part, 'nodes'))
  const config = files.config?.value
  const request = readRequest(ComparisonRequest, {
    snapshot: snapshotOf(files.snapshot),
    ...(manifests.length > 0 ? { manifests } : { pods }),
    a: { profile, config },
    b: {
      profile: values.to ?? profile,
      config:
        files.others.get('config')?.[0]?.value ?? (values.to === undefined ? config : undefined),
      patch: patch.value,
      edits: edits.value.edits,
    },
    options: {
      explain: isData || pods.length * nodes.length <= FINDINGS_MAX ? 'full' : 'summary',
      fixes: sources.fixes,
      absentKinds: sources.absentKinds,
    },
  })
  if (!request.ok) return request
  const sides = startComparison(request.value, { digest: files.digest, ...UNBOUNDED })
  if (!sides.ok) return err(describeIssues(sides.error, files, describe, edits.value.describe))
  const { explain } = request.value.options
  const parts = comparisonParts({ digest: files.digest, ...sides.value, explain })
  return ok(ComparisonResponse.parse(await collect(parts)))
}

/** How the second cluster differs from the first; undefined: not at all. */
function changesOf({ snapshot, others }: Files): Result<object | undefined, readonly string[]> {
  const [later = [], after = []] = [others.get('snapshot'), others.get('after')]
  if (later.length > 0 && after.length > 0) {
    return err(['give --to-snapshot or --after, not both'])
  }
  if (later.length > 0) return ok(snapshotChanges(snapshot, later))
  return ok(after.length === 0 ? undefined : { put: snapshotOf(after) })
}

/** The pods that wait in the first cluster, as its queue gives them out. */
function pendingOf({ files, scheduler }: Opened): unknown[] {
  const schedulerNames = new Set(scheduler.profiles.keys())
  return pendingPods(files.snapshot, schedulerNames).map(({ value }) => objectOf(value))
}

function presentationOf(answer: Comparison): Presentation {
  return {
    text: (page, isWide) => comparisonLines(answer, isWide, page),
    names: () => answer.differences.map(({ pod }) => `${pod.namespace}/${pod.name}`),
  }
}

function exitCodeOf({ summary, differences }: Comparison, on: 'loss' | 'any'): ExitCode {
  if (summary.unknown > 0) return EXIT_CODE.unknown
  const isBad = on === 'any' ? differences.length > 0 : summary.lost > 0
  return isBad ? EXIT_CODE.notPlaced : EXIT_CODE.done
}
