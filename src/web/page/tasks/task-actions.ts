import { batch, signal } from '@preact/signals'
import type { Pictured, PictureKind, Task } from '../../answers.ts'
import type { Dropped, FromWorker } from '../../protocol.ts'
import { EngineClient } from '../engine-client.ts'
import * as state from '../state.ts'

/** Whole answers: what is found about the cluster in a worker of its own, and what was dropped. */

export type View = 'why' | PictureKind

/** Where a picture comes from: the file that was dropped; null: found here. */
export interface Shown {
  readonly picture: Pictured
  readonly file: string | null
}

export const view = signal<View>('why')
export const shown = signal<ReadonlyMap<PictureKind, Shown>>(new Map())
/** What is being found. */
export const finding = signal<PictureKind | null>(null)
export const failure = signal<readonly string[]>([])

const client = new EngineClient(receive, (message) => {
  readFiles = null
  batch(() => {
    finding.value = null
    failure.value = [`The engine stopped: ${message}`]
  })
})

let lastId = 0
/** The files that the worker has read; null: none, or who knows what. */
let readFiles: readonly Dropped[] | null = null

export function showView(next: View): void {
  batch(() => {
    view.value = next
    failure.value = []
  })
}

/** The cluster with what is tried, as the page's main answer has it. */
export function findAnswer(task: Task): void {
  cancelFinding()
  const files = state.files.value
  batch(() => {
    finding.value = task.kind
    failure.value = []
  })
  const { pod, profile, edits } = state.question.value
  const question = { task, pod, profile, edits }
  const isRead = readFiles === files
  readFiles = files
  client.post({ kind: 'task', id: ++lastId, files: isRead ? null : files, question })
}

/** What is under way is ended with its worker. */
export function cancelFinding(): void {
  if (finding.value === null) return
  client.stop()
  readFiles = null
  finding.value = null
}

export function show(picture: Pictured, file: string | null): void {
  batch(() => {
    shown.value = new Map(shown.value).set(picture.kind, { picture, file })
    if (file !== null) view.value = picture.kind
  })
}

/** Answers about a cluster that is not open any more; those that were dropped stay. */
export function forgetFound(): void {
  cancelFinding()
  shown.value = new Map([...shown.value].filter(([, { file }]) => file !== null))
}

function receive(message: FromWorker): void {
  if (message.kind !== 'found' && message.kind !== 'notFound') return
  if (message.id !== lastId) return
  // The files may be what went wrong.
  if (message.kind === 'notFound') readFiles = null
  batch(() => {
    finding.value = null
    if (message.kind === 'found') show(message.picture, null)
    else failure.value = message.lines
  })
}
