import { compareStrings } from '../go/utf8.ts'
import { fieldOf, type PlacedContainer } from '../types/visit-containers.ts'

/** joinQuote: in quotes, and nothing escaped. */
export function quoted(items: readonly string[]): string {
  return items.length === 0 ? '' : `"${items.join('", "')}"`
}

export function plural(one: string, several: string, count: number): string {
  return count === 1 ? one : several
}

/** container "a" */
export function containersNamed(names: readonly string[]): string {
  return `${plural('container', 'containers', names.length)} ${quoted(names)}`
}

export function named(containers: readonly PlacedContainer[]): string {
  return containersNamed(containers.map(({ container }) => container.name))
}

/** Each once, in order: sets.String.List. */
export function sortedOnce(items: Iterable<string>): string[] {
  return [...new Set(items)].sort(compareStrings)
}

/** Places in the containers, such as spec.containers[0].securityContext. */
export function fieldsIn(containers: readonly PlacedContainer[], field: string): string[] {
  return containers.map((placed) => `${fieldOf(placed)}.${field}`)
}

/** "pod" and the containers that set a field, as far as they do. */
export function setters(isPod: boolean, containers: readonly PlacedContainer[]): string {
  const parts = [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [named(containers)] : [])]
  return parts.join(' and ')
}
