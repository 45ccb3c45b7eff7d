import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Explain } from '../explain/decision-view.ts'
import { err, ok, type Result } from '../result.ts'
import { editObjects, editPod } from '../web/engine/apply-edits.ts'
import { OpenedCluster } from '../web/engine/opened-cluster.ts'
import { withWeights } from '../web/engine/with-weights.ts'
import { readScenario, type Scenario } from '../web/scenario.ts'
import { EDIT_OPTIONS } from './edit-options.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { type GivenSources, quoted, type Sources, sameSources } from './source-options.ts'
import { openSources } from './sources/open-sources.ts'
import { readDocuments } from './sources/read-documents.ts'
import { STDIN } from './sources/read-input.ts'
import type { Terminal } from './terminal.ts'

export interface ReplayQuestion {
  readonly values: GivenSources & { readonly explain?: Explain | undefined }
  /** All that makes it another question, but for what files hold. */
  readonly question: string
}

/** What a scenario says itself. */
const ITS_OWN = ['pod', 'profile', 'config', 'fixes', ...Object.keys(EDIT_OPTIONS)]

export interface Replayed extends PreparedRun {
  /** The words that ask the same again. */
  readonly same: string
}

/** A question that was saved in the explorer, asked of the cluster that the words name. */
export async function replayScenario(
  path: string,
  { values, question }: ReplayQuestion,
  terminal: Terminal,
): Promise<Result<Replayed, readonly string[]>> {
  const twice = ITS_OWN.filter((name) => Object.hasOwn(values, name))
  if (twice.length > 0)
    return err(twice.map((name) => `the scenario says itself what --${name} is`))
  const scenario = await readScenarioFile(path)
  if (!scenario.ok) return scenario
  const asked = {
    values: { ...values, profile: scenario.value.profile },
    question: JSON.stringify([question, scenario.value]),
  }
  const opened = await openSources(asked, terminal)
  if (!opened.ok) return opened
  const { files, sources, scheduler } = opened.value
  terminal.note(await remarkOnData(scenario.value, sources))
  const cluster = OpenedCluster.of([...files.snapshot, ...files.pods])
  if (!cluster.ok) return cluster
  const { pod: key, edits, weights } = scenario.value
  const pod = cluster.value.podToPlace(key)
  if (pod === null) return err([`${path}: there is no pod ${key} in this cluster`])
  const snapshot = Object.fromEntries(editObjects(cluster.value.objects, edits))
  const prepared = prepareRun(
    {
      snapshot: [{ value: snapshot, name: path, pointer: '' }],
      pods: [{ value: editPod(pod, edits), name: path, pointer: '' }],
      manifests: { ...NO_MANIFESTS, notEvaluated: cluster.value.notEvaluated },
      digest: files.digest,
    },
    withWeights(scheduler, weights),
    { explain: values.explain ?? 'full', absentKinds: sources.absentKinds },
    { edits: undefined, describe: () => null },
  )
  const same = `--scenario ${quoted(path)} ${sameSources({ ...sources, profile: undefined })}`
  return prepared.ok ? ok({ ...prepared.value, same }) : prepared
}

/** They are in the cluster already. */
const NO_MANIFESTS = {
  patch: undefined,
  joining: [],
  warnings: [],
  manifests: [],
  describe: () => null,
}

async function readScenarioFile(path: string): Promise<Result<Scenario, readonly string[]>> {
  const documents = await readDocuments(path, 'everything')
  if (!documents.ok) return documents
  const [document, ...others] = documents.value
  if (document === undefined || others.length > 0)
    return err([`${path}: no scenario of one document`])
  const scenario = readScenario(document.value)
  return scenario.ok ? scenario : err(scenario.error.map((line) => `${path}: ${line}`))
}

/** Whether the cluster is the one that the scenario was saved on, as far as that can be told. */
async function remarkOnData(
  { snapshot: { digest, name, files } }: Scenario,
  sources: Sources,
): Promise<string> {
  if (name !== undefined) {
    return `the scenario was saved on the named snapshot ${name} as of ${digest}; of these files nobody can tell whether they are that`
  }
  const found = await digestOfFiles(sources)
  if (found === digest) return 'the scenario was saved on these files'
  return `the scenario was saved on other data (${files.join(', ')}): the answer may be another`
}

/** Of their bytes as they are, one after another, as the explorer has it; null where there are no files. */
async function digestOfFiles({ snapshot, pods, live }: Sources): Promise<string | null> {
  const paths = [...snapshot, ...pods]
  if (live !== undefined || paths.includes(STDIN)) return null
  const hash = createHash('sha256')
  for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk)
  return `sha256:${hash.digest('hex')}`
}
