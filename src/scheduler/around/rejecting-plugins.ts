import type { Decision } from '../decision.ts'
import { FITS } from '../framework/status-table.ts'

/**
 * The plugins for whose events a pod that fits nowhere waits (UnschedulablePlugins): the one that
 * refused it as a whole, and those that refused a node, in the profile's order.
 */
export function rejectingPlugins({ preFilter, filter }: Decision): string[] {
  const whole = preFilter === null ? [] : [preFilter.plugin]
  if (filter === null) return whole
  const { verdict, statuses, search } = filter
  const isSeen = new Uint8Array(statuses.size)
  for (let node = 0; node < verdict.length; node++) {
    if (search.searched?.[node] !== 0) isSeen[verdict[node]] = 1
  }
  const ids = [...isSeen.keys()].filter(
    (id) => isSeen[id] === 1 && id !== FITS && !statuses.isUnknown(id),
  )
  const inOrder = ids.sort((a, b) => statuses.rank(a) - statuses.rank(b))
  return [...new Set([...whole, ...inOrder.map((id) => statuses.get(id).plugin)])]
}
