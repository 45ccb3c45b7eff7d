import { computed } from '@preact/signals'
import { NodeNames } from '../../cli/text/node-names.ts'
import { answer } from './state.ts'

const names = computed(() => new NodeNames(answer.value?.board.names ?? []))

/** A node's name without the end that all names share. */
export function shortName(name: string): string {
  return names.value.short(name)
}

/** A text with the names in it shortened. */
export function withShortNames(text: string): string {
  const { commonEnd } = names.value
  return commonEnd === '' ? text : text.replaceAll(commonEnd, '')
}
