import { choosePod, colourBy, groupBy, selectNode, undo } from './actions.ts'
import { nextTheme } from './palette.ts'
import * as state from './state.ts'

/** Single keys, outside of fields where one writes. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      if (state.openDialog.value === '' && state.selected.value !== '') closeSheet()
      return
    }
    if (state.lettersOff.value || state.openDialog.value !== '' || isWriting(event.target)) return
    const command = COMMANDS.get(event.key)
    if (command === undefined) return
    event.preventDefault()
    command()
  })
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return target.type !== 'range' && target.type !== 'checkbox'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function closeSheet(): void {
  selectNode('')
  focus('.map')
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

function step(by: number): void {
  const pods = (state.cluster.value?.pods ?? []).filter(({ isPending }) => isPending)
  const at = pods.findIndex(({ key }) => key === state.pod.value)
  const next = pods[(at + by + pods.length) % Math.max(1, pods.length)]
  if (next !== undefined) choosePod(next.key)
}

function nextColour(): void {
  const choices = [
    'reason',
    'total',
    ...(state.answer.value?.scores ?? []).map(({ plugin }) => plugin),
  ]
  const at = choices.indexOf(state.colourNow.value)
  colourBy(choices[(at + 1) % choices.length])
}

function nextGroup(): void {
  const labels = (state.answer.value?.board.groupings ?? []).map(({ label }) => label)
  const choices = [...labels, 'none']
  const at = choices.indexOf(state.grouping.value?.label ?? 'none')
  groupBy(choices[(at + 1) % choices.length])
}

const COMMANDS: ReadonlyMap<string, () => void> = new Map([
  ['/', () => focus('#find')],
  ['[', () => step(-1)],
  [']', () => step(1)],
  ['m', () => focus('.map')],
  ['t', toggleTable],
  ['g', nextGroup],
  ['c', nextColour],
  ['w', () => focus('#remedies')],
  ['u', undo],
  ['d', nextTheme],
  ['o', openData],
  ['?', openKeys],
])

function toggleTable(): void {
  state.showsTable.value = !state.showsTable.value
}

function openData(): void {
  state.openDialog.value = 'data'
}

function openKeys(): void {
  state.openDialog.value = 'keys'
}
