import { text as sampleBase64 } from 'berth:sample'
import { batch } from '@preact/signals'
import { type Edit, isPodEdit } from '../edits.ts'
import { type LinkState, readLink, writeLink } from '../link.ts'
import type { Dropped, FromWorker, Question } from '../protocol.ts'
import type { Scenario } from '../scenario.ts'
import { EngineClient } from './engine-client.ts'
import * as state from './state.ts'
import { forgetFound, show } from './tasks/task-actions.ts'

/** Everything that can be done on the page. Questions are numbered; late answers are dropped. */

const engine = new EngineClient(receive, (message) => {
  batch(() => {
    state.phase.value = { kind: 'ready' }
    state.notice.value = `The engine stopped (${message}) and was started again; open your files anew.`
  })
})

let lastId = 0
let askedId = 0
let besideId = 0
let sheetId = 0
let markedId = 0
let isAsking = false
/** What is being read, by the newest opening, and the last export of an audit log. */
let opening: readonly Dropped[] = []
let openingId = 0
/** The same snapshot, as it has become. */
let isUpdating = false
let auditFile: Dropped | null = null
let wantsMore = false
/** What a link asked for, until the cluster is there. */
let fromLink = readLink(location.hash)

const SAMPLE = 'sample cluster'
const SHA_DIGITS = 12

export function openSample(): void {
  state.followed.value = null
  const bytes = Uint8Array.from(atob(sampleBase64), (letter) => letter.charCodeAt(0))
  postFiles([{ name: SAMPLE, blob: new Blob([bytes]) }])
}

/** A named snapshot; where it is shown already what is asked and tried stays. */
export function openFollowed(snapshot: Dropped): void {
  postFiles([snapshot], isShown(snapshot.name))
}

/** Whether what is open is this named snapshot. */
export function isShown(name: string): boolean {
  return state.files.value.some((file) => file.patches !== undefined && file.name === name)
}

/** Exports of an audit log are checked with the public keys that were given. */
function postFiles(files: readonly Dropped[], isUpdate = false): void {
  opening = files
  isUpdating = isUpdate
  engine.post({ kind: 'open', opening: ++openingId, files, keys: state.auditKeys.value })
}

export function openFiles(files: readonly File[]): void {
  if (files.length === 0) return
  const dropped: Dropped[] = files.map((file) => ({ name: file.name, blob: file }))
  const [first] = files
  batch(() => {
    state.followed.value = null
    state.refusal.value = []
    state.phase.value = { kind: 'reading', name: first?.name ?? '', bytes: 0, of: first?.size ?? 0 }
  })
  postFiles(dropped)
}

/** The export that is shown, once more with another key. */
export function checkAgain(key: string): void {
  state.auditKeys.value = key.trim() === '' ? [] : [key.trim()]
  if (auditFile !== null) postFiles([auditFile])
}

/** Gives up reading; what was open before is gone with the worker, so that the sample comes back. */
export function cancelReading(): void {
  engine.stop()
  openSample()
}

export function choosePod(key: string): void {
  batch(() => {
    if (key !== state.pod.value) {
      // Edits of a pod's own manifest do not go with another pod.
      state.edits.value = state.edits.value.filter((edit) => !isPodEdit(edit))
      state.emphasized.value = -1
      state.selected.value = ''
      state.sheet.value = null
    }
    state.pod.value = key
  })
  ask()
}

export function chooseProfile(name: string): void {
  batch(() => {
    state.profile.value = name
    state.weights.value = {}
  })
  ask()
}

/** A request that is set again replaces the last one; cordon and uncordon take each other back. */
export function addEdits(added: readonly Edit[]): void {
  let edits = [...state.edits.value]
  for (const edit of added) {
    const opposite = oppositeOf(edit)
    const undone = edits.findIndex((one) => JSON.stringify(one) === opposite)
    if (undone >= 0) edits.splice(undone, 1)
    else edits = [...edits.filter((one) => !isReplacedBy(one, edit)), edit]
  }
  state.edits.value = edits
  ask()
}

function oppositeOf(edit: Edit): string {
  if (edit.op === 'cordon') return JSON.stringify({ op: 'uncordon', node: edit.node })
  if (edit.op === 'uncordon') return JSON.stringify({ op: 'cordon', node: edit.node })
  return ''
}

function isReplacedBy(one: Edit, next: Edit): boolean {
  return one.op === 'setRequest' && next.op === 'setRequest' && one.resource === next.resource
}

export function removeEdit(index: number): void {
  state.edits.value = state.edits.value.filter((_, at) => at !== index)
  ask()
}

export function undo(): void {
  if (state.edits.value.length > 0) removeEdit(state.edits.value.length - 1)
  else if (Object.keys(state.weights.value).length > 0) setWeights({})
}

export function reset(): void {
  batch(() => {
    state.edits.value = []
    state.weights.value = {}
  })
  ask()
}

export function dragWeight(plugin: string, weight: number): void {
  state.draggedWeights.value = {
    ...state.weights.value,
    ...state.draggedWeights.value,
    [plugin]: weight,
  }
}

export function settleWeights(): void {
  const dragged = state.draggedWeights.value
  if (dragged !== null) setWeights(dragged)
}

export function setWeights(weights: Readonly<Record<string, number>>): void {
  state.weights.value = weights
  ask()
}

export function selectNode(name: string): void {
  batch(() => {
    state.selected.value = name
    if (name === '') state.sheet.value = null
  })
  writeHash()
  if (name !== '') askSheet()
}

/** The second node of a comparison; marking it again takes the mark away. */
export function markNode(name: string): void {
  const next = state.marked.value === name ? '' : name
  batch(() => {
    state.marked.value = next
    if (next === '') state.markedSheet.value = null
  })
  if (next !== '') askSheet()
}

export function chooseBeside(value: string): void {
  batch(() => {
    state.beside.value = value
    state.otherAnswer.value = null
    state.otherOutcomes.value = new Map()
  })
  writeHash()
  askBeside()
}

export function colourBy(value: string): void {
  state.colour.value = value
  writeHash()
}

export function groupBy(value: string): void {
  state.group.value = value
  writeHash()
}

/** One question is under way at a time: while a slider moves only its last place is asked for. */
function ask(): void {
  writeHash()
  if (isAsking) {
    wantsMore = true
    return
  }
  isAsking = true
  askedId = ++lastId
  engine.post({ kind: 'ask', id: askedId, isMain: true, question: state.question.value })
}

function askBeside(): void {
  const question = questionBeside()
  besideId = question === null ? 0 : ++lastId
  if (question === null) return
  engine.post({ kind: 'ask', id: besideId, isMain: false, question })
}

/** Gives up the search for what would help. */
export function endHelp(): void {
  state.helpTried.value = null
  engine.post({ kind: 'enoughHelp', id: askedId })
}

/** And begins it anew. */
export function askHelp(): void {
  state.helpTried.value = 0
  engine.post({ kind: 'help', id: askedId, question: state.question.value })
}

/** The same pod as another scheduler sees it, or before anything was tried. */
function questionBeside(): Question | null {
  const { beside, question } = state
  if (beside.value === '') return null
  if (beside.value === 'before') return { ...question.value, edits: [], weights: {} }
  return { ...question.value, profile: beside.value, weights: {} }
}

function askSheet(): void {
  const question = state.question.value
  if (state.selected.value !== '') {
    sheetId = ++lastId
    engine.post({ kind: 'sheet', id: sheetId, question, node: state.selected.value })
  }
  if (state.marked.value !== '') {
    markedId = ++lastId
    engine.post({ kind: 'sheet', id: markedId, question, node: state.marked.value })
  }
}

function receive(message: FromWorker): void {
  if ('opening' in message) {
    // Somebody opened something else in the meantime.
    if (message.opening === openingId) receiveOpening(message)
    return
  }
  switch (message.kind) {
    case 'answered':
      answered(message)
      break
    case 'unanswered':
      if (message.id !== askedId) break
      state.unanswered.value = message.lines
      settle()
      break
    case 'sheet':
      if (message.id === sheetId) state.sheet.value = message.sheet
      if (message.id === markedId) state.markedSheet.value = message.sheet
      break
    case 'helping':
      if (message.id === askedId && state.helpTried.value !== null) {
        state.helpTried.value = message.tried
      }
      break
    case 'help':
      if (message.id === askedId) state.help.value = message.help
      break
    case 'outcomes': {
      const { id } = message
      const list = id === askedId ? state.outcomes : state.otherOutcomes
      if (id !== askedId && id !== besideId) break
      list.value = new Map([
        ...list.value,
        ...message.outcomes.map((one) => [one.key, one] as const),
      ])
    }
  }
}

function receiveOpening(message: Extract<FromWorker, { opening: number }>): void {
  switch (message.kind) {
    case 'reading': {
      const { name, bytes, of } = message
      if (name !== SAMPLE && !isUpdating) state.phase.value = { kind: 'reading', name, bytes, of }
      break
    }
    case 'opened':
      if (isUpdating) renewed(message)
      else opened(message)
      break
    case 'pictured':
      pictured(message)
      break
    case 'scenario':
      askAgain(message.scenario)
      break
    case 'refused':
      batch(() => {
        if (isUpdating) state.notice.value = `What has changed cannot be shown: ${message.lines[0]}`
        else state.refusal.value = message.lines
        if (!isUpdating) state.openDialog.value = 'data'
        state.phase.value = { kind: 'ready' }
      })
  }
}

/** Of the cluster that was opened with it; else of the one that is open. */
function askAgain({ snapshot, ...asked }: Scenario): void {
  const sha = snapshot.name === undefined ? snapshot.digest.replace('sha256:', '') : ''
  fromLink = { ...asked, sha }
  if (opening.length > 1) return
  batch(() => {
    state.phase.value = { kind: 'ready' }
    state.openDialog.value = ''
  })
  takeLink()
}

function pictured({ file, picture }: Extract<FromWorker, { kind: 'pictured' }>): void {
  if (picture.kind === 'audit') auditFile = opening.find(({ name }) => name === file) ?? null
  batch(() => {
    state.phase.value = { kind: 'ready' }
    state.openDialog.value = ''
    show(picture, file)
  })
}

/** Other objects under the same question. */
function renewed({ cluster }: Extract<FromWorker, { kind: 'opened' }>): void {
  const keys = cluster.pods.map(({ key }) => key)
  const isGone = !keys.includes(state.pod.value)
  isAsking = false
  wantsMore = false
  batch(() => {
    state.cluster.value = cluster
    state.files.value = opening
    state.outcomes.value = new Map()
    state.otherOutcomes.value = new Map()
    state.notice.value = isGone && state.pod.value !== '' ? `${state.pod.value} is gone.` : ''
  })
  if (isGone) choosePod(firstPod(keys))
  else ask()
}

function opened({ cluster }: Extract<FromWorker, { kind: 'opened' }>): void {
  const link = fromLink
  fromLink = {}
  const keys = cluster.pods.map(({ key }) => key)
  const wanted = link.pod ?? ''
  // What was asked of the cluster before is not answered any more.
  isAsking = false
  wantsMore = false
  batch(() => {
    state.cluster.value = cluster
    state.isSample.value = cluster.files.includes(SAMPLE) && state.followed.value === null
    state.files.value = opening.filter(({ name }) => cluster.files.includes(name))
    forgetFound()
    state.phase.value = { kind: 'ready' }
    state.refusal.value = []
    state.openDialog.value = ''
    state.outcomes.value = new Map()
    state.answer.value = null
    state.help.value = null
    state.marked.value = ''
    state.markedSheet.value = null
    state.sheet.value = null
    state.emphasized.value = -1
    state.otherAnswer.value = null
    state.otherOutcomes.value = new Map()
    applyLink(link, cluster.digest)
    state.profile.value = cluster.profiles.includes(link.profile ?? '')
      ? (link.profile ?? '')
      : state.profile.value || newest(cluster.profiles)
    state.pod.value = keys.includes(wanted) ? wanted : firstPod(keys)
  })
  if (state.pod.value !== '') ask()
}

/** All of a link but pod and profile, which may not be there. */
function applyLink({ sha = '', ...link }: Partial<LinkState>, digest: string): void {
  state.notice.value = digest.startsWith(sha)
    ? ''
    : 'This link was made on other data: open the same files to see what its sender saw.'
  state.edits.value = link.edits ?? []
  state.weights.value = link.weights ?? {}
  state.colour.value = link.colour ?? ''
  state.group.value = link.group ?? ''
  state.beside.value = link.beside ?? ''
  state.selected.value = link.node ?? ''
}

/** Of the sample the pod that shows most. */
function firstPod(keys: readonly string[]): string {
  const shown = 'shop/skewed-0'
  return state.isSample.value && keys.includes(shown) ? shown : (keys[0] ?? '')
}

function newest(profiles: readonly string[]): string {
  return profiles.filter((name) => name.startsWith('kubernetes-')).at(-1) ?? profiles[0] ?? ''
}

function answered({ id, answer }: Extract<FromWorker, { kind: 'answered' }>): void {
  if (id === besideId) {
    state.otherAnswer.value = answer
    engine.post({ kind: 'outcomes', id, question: answer.question })
    return
  }
  if (id !== askedId) return
  batch(() => {
    state.answer.value = answer
    state.unanswered.value = []
    if (!wantsMore) state.draggedWeights.value = null
  })
  settle()
}

/** The line is free: the newest question, or else what belongs to this one. */
function settle(): void {
  isAsking = false
  if (wantsMore) {
    wantsMore = false
    ask()
    return
  }
  const question = state.question.value
  askSheet()
  askBeside()
  state.help.value = null
  state.helpTried.value = 0
  engine.post({ kind: 'outcomes', id: askedId, question })
  engine.post({ kind: 'help', id: askedId, question })
}

function writeHash(): void {
  const { cluster } = state
  if (cluster.value === null) return
  const fragment = writeLink({
    pod: state.pod.value,
    profile: state.profile.value,
    edits: state.edits.value,
    weights: state.weights.value,
    node: state.selected.value,
    colour: state.colour.value,
    group: state.group.value,
    beside: state.beside.value,
    follow: state.followed.value?.name ?? '',
    // What is followed is another one soon.
    sha: state.followed.value === null ? cluster.value.digest.slice(0, SHA_DIGITS) : '',
  })
  if (fragment !== location.hash) history.replaceState(null, '', fragment)
}

/** Somebody pasted another link into this page. */
export function followLink(): void {
  fromLink = readLink(location.hash)
  takeLink()
}

/** On the cluster that is open. */
function takeLink(): void {
  const link = fromLink
  const data = state.cluster.value
  if (data === null || Object.keys(link).length === 0) return
  fromLink = {}
  batch(() => {
    state.profile.value = link.profile || state.profile.value
    applyLink(link, data.digest)
    state.pod.value = link.pod || state.pod.value
  })
  ask()
}
