import type { PreemptionView } from '../../explain/decision-view.ts'
import { viewPreemption } from '../../explain/view-preemption.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'

const CANDIDATES_MAX = 40

/** Beside the winner the candidates in the order in which the scheduler found them. */
export function preemptionOf({ preemption }: Decision, nodes: Nodes): PreemptionView | null {
  const view = viewPreemption(preemption, nodes, null, true)
  if (view === null) return null
  const { candidates = [] } = view
  const others = candidates.filter(({ lostBy }) => lostBy !== null)
  const winner = candidates.filter(({ lostBy }) => lostBy === null)
  return { ...view, candidates: [...winner, ...others.slice(0, CANDIDATES_MAX)] }
}
