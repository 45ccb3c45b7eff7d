import { OpenedCluster } from '../engine/opened-cluster.ts'
import { readDropped } from '../engine/read-files.ts'
import { Session } from '../engine/session.ts'
import type { FromWorker, Question, ToWorker } from '../protocol.ts'

/** Of a worker's global scope what is used here; the page's own types do not have it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  postMessage(message: FromWorker): void
}

const scope = globalThis as unknown as WorkerScope // this file only ever runs in a worker

let session: Session | null = null
/** The newest main question: what was begun for an older one is left. */
let newest = 0

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
      // It takes as long as many questions: whoever moves a slider is answered first.
      await pause(Math.min(HELP_PAUSE_MS_MAX, HELP_PAUSE * session.lastMs))
      if (id < newest) return
      const help = session.help(question)
      if (help.ok) post({ kind: 'help', id, help: help.value })
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

async function open({ files }: Extract<ToWorker, { kind: 'open' }>): Promise<void> {
  const startMs = now()
  let toldMs = startMs
  const read = await readDropped(files, (name, bytes, of) => {
    if (bytes < of && now() - toldMs < 100) return
    toldMs = now()
    post({ kind: 'reading', name, bytes, of })
  })
  if (!read.ok) return post({ kind: 'refused', lines: read.error })
  const opened = OpenedCluster.of(read.value.sources)
  if (!opened.ok) return post({ kind: 'refused', lines: opened.error })
  const { objects } = opened.value
  const next = new Session(opened.value, now)
  const refusal = next.check()
  if (refusal !== null) return post({ kind: 'refused', lines: refusal })
  session = next
  const pods = opened.value.podFacts()
  post({
    kind: 'opened',
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
