import type { NodeList } from '../framework/node-list.ts'
import { FITS } from '../framework/status-table.ts'
import { FeasibleNodes } from './feasible-nodes.ts'

/** How far the search for feasible nodes went. */
export interface Search {
  readonly feasible: FeasibleNodes
  /** One byte a node that was looked at; null when all were. */
  readonly searched: Uint8Array | null
  readonly notSearched: number
  /** Where the next pod's search would start. */
  readonly nextStartIndex: number
}

/** Below this many nodes all are searched. */
const SAMPLING_FROM = 100
const FEASIBLE_MIN = 100

/** How many feasible nodes are enough (schedule_one.go numFeasibleNodesToFind); percentage 0 is adaptive. */
export function wantedNodes(nodeCount: number, percentage: number): number {
  if (nodeCount < SAMPLING_FROM) return nodeCount
  const adaptive = Math.max(5, 50 - Math.trunc(nodeCount / 125))
  const percent = percentage === 0 ? adaptive : percentage
  if (percent >= 100) return nodeCount
  return Math.max(FEASIBLE_MIN, Math.trunc((nodeCount * percent) / 100))
}

/**
 * Walks the candidates from `startIndex`, as one worker would, until one feasible node too many; that
 * one is dropped, and failures met before it are kept.
 */
export function search(
  candidates: NodeList,
  verdict: Int32Array,
  wanted: number,
  startIndex: number,
  nodeCount: number,
): Search {
  let failed = 0
  let step = 0
  const { at: rows, length } = candidates
  const start = length === 0 ? 0 : startIndex % length
  const feasible = new FeasibleNodes(Math.min(wanted, length), rows[start])
  for (let index = start; step < length; step++) {
    const node = rows[index]
    index = index + 1 === length ? 0 : index + 1
    if (verdict[node] !== FITS) failed++
    else if (feasible.length === wanted) break
    else feasible.push(node)
  }
  const notSearched = length - step
  return {
    feasible,
    searched: notSearched === 0 ? null : markSearched(candidates, start, step, nodeCount),
    notSearched,
    nextStartIndex: nodeCount === 0 ? 0 : (startIndex + feasible.length + failed) % nodeCount,
  }
}

function markSearched(
  candidates: NodeList,
  start: number,
  steps: number,
  nodeCount: number,
): Uint8Array {
  const searched = new Uint8Array(nodeCount)
  for (let step = 0; step < steps; step++) {
    searched[candidates.at[(start + step) % candidates.length]] = 1
  }
  return searched
}
