import { computed } from '@preact/signals'
import { NodeNames } from '../../cli/text/node-names.ts'
import { answer } from './state.ts'

const names = computed(() => new NodeNames(answer.value?.board.names ?? []))

/** A node's name without the end that all names share. */
export function shortName(name: string): string {
  return names.value.short(name)
}

/** For a picture, whose nodes may be those of another cluster. */
export function namesWith(own: readonly string[]): NodeNames {
  return new NodeNames([...new Set([...(answer.value?.board.names ?? []), ...own])])
}

const commonStart = computed(() => {
  const [first = '', ...others] = answer.value?.board.names ?? []
  let start = others.length === 0 ? '' : first
  for (const name of others) while (!name.startsWith(start)) start = start.slice(0, -1)
  return start.slice(0, Math.max(start.lastIndexOf('-'), start.lastIndexOf('.')) + 1)
})

/** What tells a node from the others: without the start either that all names share. */
export function shortestName(name: string): string {
  return shortName(name).slice(commonStart.value.length)
}

/** A text with the names in it shortened. */
export function withShortNames(text: string): string {
  const { commonEnd } = names.value
  return commonEnd === '' ? text : text.replaceAll(commonEnd, '')
}
