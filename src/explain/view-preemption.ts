import type { Preemption } from '../scheduler/preemption.ts'
import type { Nodes } from '../snapshot/nodes.ts'
import type { PreemptionView } from './decision-view.ts'

/** Who would have to go, and where. */
export function viewPreemption(preemption: Preemption | null, nodes: Nodes): PreemptionView | null {
  if (preemption === null) return null
  return {
    node: nodes.names[preemption.node],
    victims: preemption.victims.map((victim) => ({
      namespace: victim.class.namespace,
      name: victim.name,
      uid: victim.uid,
      priority: victim.class.priority,
      pdbViolated: false,
    })),
  }
}
