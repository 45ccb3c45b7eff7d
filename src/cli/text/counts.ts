/** `1 node`, `2 nodes`. */
export function countOf(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? '' : 's'}`
}

/** The first few of a list, and how many more there are. */
export function firstFew(items: readonly string[], most: number): string {
  const shown = items.slice(0, most)
  const more = items.length - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`
}
