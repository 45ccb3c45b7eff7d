import { viewPreemption } from '../../explain/view-preemption.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import type { PreemptionFacts } from '../protocol.ts'

const CANDIDATES_MAX = 40

/** Beside the winner the first candidates in the order in which the scheduler found them. */
export function preemptionOf({ preemption }: Decision, nodes: Nodes): PreemptionFacts | null {
  const view = viewPreemption(preemption, nodes, null, true)
  if (view === null) return null
  const { candidates = [] } = view
  const others = candidates.filter(({ lostBy }) => lostBy !== null)
  const winner = candidates.filter(({ lostBy }) => lostBy === null)
  const shown = [...winner, ...others.slice(0, CANDIDATES_MAX)]
  return { ...view, candidates: shown, candidateCount: candidates.length }
}
