import { AdmissionRequest } from '../../../schemas/around/admission-request.ts'
import { err, ok, type Result } from '../../result.ts'
import { namespacedKey, namespaceOrDefault } from '../../snapshot/json/raw-object.ts'
import { admit as admitPod } from '../../use-cases/admit.ts'
import { type Command, defineCommand } from '../command.ts'
import type { Values } from '../command-words.ts'
import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import { OUTPUT_OPTIONS, type Presentation, writeAnswer } from '../output.ts'
import { CLUSTER_OPTIONS, MANIFEST_OPTIONS } from '../source-options.ts'
import { expandFiles } from '../sources/expand-files.ts'
import { joinedSnapshot } from '../sources/joined-snapshot.ts'
import { describeIssues, type Opened, openSources } from '../sources/open-sources.ts'
import { readRequest, UNBOUNDED } from '../sources/read-request.ts'
import { type Sourced, snapshotOf } from '../sources/sources.ts'
import { type AdmittedPod, admissionLines } from '../text/admissions.ts'
import { gapText } from '../text/gaps.ts'

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...MANIFEST_OPTIONS,
  namespace: {
    type: 'string',
    short: 'n',
    value: 'NAMESPACE',
    help: "of the request; default: the pod's own, or default",
  },
  validate: {
    ...MANIFEST_OPTIONS.validate,
    help:
      'what the API server does with fields that a pod does not have: strict (default) refuses, ' +
      'warn tells, ignore says nothing',
  },
  'absent-kinds': {
    type: 'string',
    value: 'HOW',
    choices: ['empty', 'unknown'],
    help: 'what kinds are that the snapshot lacks; default: unknown, and so is what rests on them',
  },
  ...OUTPUT_OPTIONS,
} as const

/** As requests to the API server say it. */
const FIELD_VALIDATION = { strict: 'Strict', warn: 'Warn', ignore: 'Ignore' } as const

/** `berth admit`: what the API server does with new pods. */
export const admit: Command = defineCommand(
  {
    name: 'admit',
    summary: 'what the API server does with a new pod: defaults, quotas, refusals',
    operands: '',
    options: OPTIONS,
    examples: [
      'admit -s cluster.json.gz -f pod.yaml',
      'admit -s cluster.json.gz -s accounts.yaml -f pod.yaml --absent-kinds empty',
    ],
    notes: [
      'Each pod is sent by itself, the quota that another would use up is not counted. With one pod -o ' +
        'json is the answer of POST /v1/admissions, with several an array. -o name prints the pods that ' +
        'are refused.',
    ],
  },
  async ({ values, question }, terminal) => {
    // The API server reads all of an object.
    const { 'absent-kinds': absentKinds = 'unknown', ...sources } = values
    const opened = await openSources({ values: sources, question }, terminal, {
      keeps: 'everything',
    })
    if (!opened.ok) return terminal.complain(...opened.error)
    const answers = answersFrom(opened.value, values, absentKinds)
    if (!answers.ok) return terminal.complain(...answers.error)
    const [first, ...others] = answers.value
    const answer = others.length === 0 ? first?.answer : answers.value.map((one) => one.answer)
    writeAnswer(answer, presentationOf(answers.value), values.output ?? 'text', terminal)
    return exitCodeOf(answers.value)
  },
)

function answersFrom(
  opened: Opened,
  values: Values<typeof OPTIONS>,
  absentKinds: 'empty' | 'unknown',
): Result<AdmittedPod[], readonly string[]> {
  const { files, note } = opened
  // Of the fields of pods the API server is asked.
  const expanded = expandFiles(files.pods, files.snapshot, 'ignore')
  if (!expanded.ok) return expanded
  if (expanded.value.pods.length === 0) return err(['name new pods: --pods FILE'])
  const { patch, notEvaluated, describe } = expanded.value
  for (const gap of notEvaluated) note(gapText(gap))
  const joined = joinedSnapshot(files.snapshot, { pods: [], patch })
  if (!joined.ok) return err(describeIssues(joined.error, files, describe))
  const snapshot = snapshotOf(joined.value)
  const answers: AdmittedPod[] = []
  const fieldValidation = FIELD_VALIDATION[opened.sources.validate]
  for (const pod of expanded.value.pods) {
    const request = readRequest(AdmissionRequest, {
      snapshot,
      namespace: values.namespace ?? namespaceOrDefault(pod.value),
      pod: pod.value,
      options: { fieldValidation, absentKinds },
    })
    if (!request.ok) return request
    const answer = admitPod(request.value, { digest: files.digest, ...UNBOUNDED })
    if (!answer.ok)
      return err(
        describeIssues(answer.error, { snapshot: joined.value }, (pointer) =>
          placeOf(pod, pointer),
        ),
      )
    answers.push({ name: namespacedKey(pod.value), answer: answer.value })
  }
  return ok(answers)
}

function placeOf({ name }: Sourced, pointer: string): string {
  return `${name}: ${pointer}`
}

function presentationOf(answers: readonly AdmittedPod[]): Presentation {
  return {
    text: (page, isWide) => admissionLines(answers, isWide, page),
    names: () => answers.filter(({ answer }) => answer.allowed !== true).map(({ name }) => name),
  }
}

function exitCodeOf(answers: readonly AdmittedPod[]): ExitCode {
  if (answers.some(({ answer }) => answer.allowed === null)) return EXIT_CODE.unknown
  return answers.every(({ answer }) => answer.allowed) ? EXIT_CODE.done : EXIT_CODE.notPlaced
}
