import { type Gap, unionOfGaps } from '../framework/gap.ts'
import type { NodeList } from '../framework/node-list.ts'
import { FITS } from '../framework/status-table.ts'
import { FeasibleNodes } from './feasible-nodes.ts'
import type { FilterResult } from './filter-result.ts'

/** What is known of a pod's nodes while some of it is not. */
export interface OpenNodes {
  /** Whether they are feasible cannot be told. */
  readonly nodes: FeasibleNodes
  /** They and those that are feasible: all that no filter rejects. */
  readonly possible: FeasibleNodes
  /** By node: `FITS` for the possible ones. */
  readonly verdict: Int32Array
  /** No node is known to be feasible. */
  readonly hasAll: boolean
  /** What the answer rests on and was not seen. */
  readonly gaps: readonly Gap[]
}

/**
 * The nodes that were looked at and of which it cannot be told whether they are feasible; null for
 * none. With `podGaps`, on which every node's verdict rests, none is known to be feasible.
 */
export function openNodes(
  candidates: NodeList,
  { verdict, statuses, search }: FilterResult,
  podGaps: readonly Gap[],
): OpenNodes | null {
  if (!statuses.hasUnknown && podGaps.length === 0) return null
  const nodes = new FeasibleNodes(candidates.length)
  const possible = new FeasibleNodes(candidates.length)
  const possibleVerdict = verdict.slice()
  const unknown = new Set<number>()
  for (let index = 0; index < candidates.length; index++) {
    const node = candidates.at[index]
    if (search.searched?.[node] === 0) continue
    const isUnknown = statuses.isUnknown(verdict[node])
    if (verdict[node] !== FITS && !isUnknown) continue
    possible.push(node)
    possibleVerdict[node] = FITS
    if (isUnknown) unknown.add(verdict[node])
    if (isUnknown || podGaps.length > 0) nodes.push(node)
  }
  if (nodes.length === 0) return null
  const gaps = unionOfGaps(podGaps, ...[...unknown].map((id) => statuses.gaps(id)))
  return { nodes, possible, verdict: possibleVerdict, hasAll: podGaps.length > 0, gaps }
}
