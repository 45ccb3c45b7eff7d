import { OpenedCluster } from '../engine/opened-cluster.ts'
import { readAnswer } from '../engine/read-answer.ts'
import { readDropped } from '../engine/read-files.ts'
import { runTask } from '../engine/run-task.ts'
import { Session } from '../engine/session.ts'
import type { Dropped, FromWorker, Question, ToWorker } from '../protocol.ts'

/** Of a worker's global scope what is used here; the page's own types do not have it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  postMessage(message: FromWorker): void
}

const scope = globalThis as unknown as WorkerScope // this file only ever runs in a worker

/** A worker answers about pods or finds whole answers; the page has one of each. */
let session: Session | null = null
let taskCluster: { readonly opened: OpenedCluster; readonly digest: string } | null = null
/** The newest main question: what was begun for an older one is left. */
let newest = 0
/** The newest opening: of those before it nothing is told any more. */
let newestOpening = 0
/** The search for help that nobody waits for any more. */
let enoughFor = 0

const now = () => performance.now()

scope.onmessage = ({ data }) => {
  handle(data).catch((error: unknown) => {
    // A bug must be seen: thrown outside of a promise it ends the worker, and the page says so.
    setTimeout(() => {
      throw error
    }, 0)
  })
}

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === 'open') return open(message)
  if (message.kind === 'task') return find(message)
  if (message.kind === 'enoughHelp') {
    enoughFor = message.id
    return
  }
  if (session === null) return
  const { id, question } = message
  switch (message.kind) {
    case 'ask': {
      if (message.isMain) newest = id
      const answer = session.answer(question)
      if (answer.ok) post({ kind: 'answered', id, answer: answer.value })
      else post({ kind: 'unanswered', id, lines: answer.error })
      break
    }
    case 'help': {
      if (enoughFor === id) enoughFor = 0
      // It takes as long as many questions: whoever moves a slider is answered first.
      await pause(Math.min(HELP_PAUSE_MS_MAX, HELP_PAUSE * session.lastMs))
      await tellHelp(session, id, question)
      break
    }
    case 'sheet': {
      const sheet = session.sheet(question, message.node)
      post({ kind: 'sheet', id, sheet: sheet.ok ? sheet.value : null })
      break
    }
    case 'outcomes':
      await tellOutcomes(session, id, question)
  }
}

const SLICE_MS = 12
const HELP_PAUSE_MS_MAX = 500
/** Times as long as the last answer took. */
const HELP_PAUSE = 4

/** In small parts too: it may try hundreds of changes. */
async function tellHelp(session: Session, id: number, question: Question): Promise<void> {
  if (id < newest) return
  const searching = session.help(question)
  let sliceEnds = now() + SLICE_MS
  let step = searching.next()
  for (; step.done !== true; step = searching.next()) {
    if (now() < sliceEnds) continue
    post({ kind: 'helping', id, tried: step.value })
    await turn()
    if (id < newest || enoughFor === id) return
    sliceEnds = now() + SLICE_MS
  }
  if (step.value.ok) post({ kind: 'help', id, help: step.value.value })
}

/** In small parts, so that a new question never waits for the old one's list. */
async function tellOutcomes(session: Session, id: number, question: Question): Promise<void> {
  let sliceEnds = now() + SLICE_MS
  let outcomes = []
  for (const one of session.outcomes(question)) {
    outcomes.push(one)
    if (now() < sliceEnds) continue
    post({ kind: 'outcomes', id, outcomes })
    outcomes = []
    await turn()
    if (id < newest) return
    sliceEnds = now() + SLICE_MS
  }
  post({ kind: 'outcomes', id, outcomes })
}

/** Nothing else is asked of this worker: whoever does not want to wait ends it. */
async function find({ id, files, question }: Extract<ToWorker, { kind: 'task' }>): Promise<void> {
  const fails = (lines: readonly string[]) => post({ kind: 'notFound', id, lines })
  if (files !== null) {
    // Files that cannot be read are not answered for by those before them.
    taskCluster = null
    const read = await readDropped(files, 'everything', () => {})
    if (!read.ok) return fails(read.error)
    const opened = OpenedCluster.of(read.value.sources)
    if (!opened.ok) return fails(opened.error)
    taskCluster = { opened: opened.value, digest: read.value.digest }
  }
  if (taskCluster === null) return fails(['No cluster is open'])
  const found = await runTask(taskCluster.opened, taskCluster.digest, question)
  if (found.ok) post({ kind: 'found', id, picture: found.value })
  else fails(found.error)
}

/** Shows the answers among the files; gives the others, none where another opening has come. */
async function takeAnswers({ opening, files, keys }: OpenMessage): Promise<readonly Dropped[]> {
  const others = []
  for (const file of files) {
    const read = await readAnswer(file.name, file.blob, keys)
    if (opening !== newestOpening) return []
    if (read === null) others.push(file)
    else if (read.ok) post({ ...read.value, opening, file: file.name })
    else post({ kind: 'refused', opening, lines: read.error })
  }
  return others
}

type OpenMessage = Extract<ToWorker, { kind: 'open' }>

async function open(message: OpenMessage): Promise<void> {
  const { opening } = message
  newestOpening = opening
  const files = await takeAnswers(message)
  if (files.length === 0) return
  const startMs = now()
  let toldMs = startMs
  const read = await readDropped(files, 'what scheduling reads', (name, bytes, of) => {
    if ((bytes < of && now() - toldMs < 100) || opening !== newestOpening) return
    toldMs = now()
    post({ kind: 'reading', opening, name, bytes, of })
  })
  if (opening !== newestOpening) return
  const refuse = (lines: readonly string[]) => post({ kind: 'refused', opening, lines })
  if (!read.ok) return refuse(read.error)
  const opened = OpenedCluster.of(read.value.sources)
  if (!opened.ok) return refuse(opened.error)
  const { objects } = opened.value
  const next = new Session(opened.value, now)
  const refusal = next.check()
  if (refusal !== null) return refuse(refusal)
  session = next
  const pods = opened.value.podFacts()
  post({
    kind: 'opened',
    opening,
    cluster: {
      files: files.map(({ name }) => name),
      nodeCount: objects.get('nodes')?.length ?? 0,
      runningCount: pods.filter(({ node }) => node !== '').length,
      digest: read.value.digest,
      kinds: Array.from(objects, ([kind, list]) => ({ kind, count: list.length })),
      pods,
      profiles: Session.profiles,
      readMs: now() - startMs,
    },
  })
}

function post(message: FromWorker): void {
  scope.postMessage(message)
}

/** Lets messages that have come in the meantime be handled first. */
function turn(): Promise<void> {
  return pause(0)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
