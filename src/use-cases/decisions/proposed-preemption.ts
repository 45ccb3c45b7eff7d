import type { Decision } from '../../scheduler/decision.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import type { ProposedPreemption } from '../../store/audit/records/preemptions.ts'

/** The victims that a decision proposes, for the log; null when there are none. */
export function proposalOf(
  { pod, preemption }: Decision,
  index: number,
  nodes: Nodes,
): ProposedPreemption | null {
  if (preemption === null || preemption.node < 0) return null
  const chosen = preemption.candidates.find(({ node }) => node === preemption.node)
  if (chosen === undefined || chosen.victims.length === 0) return null
  return {
    index,
    preemptor: { ...referTo(pod), priority: pod.signature.priority },
    node: nodes.names[preemption.node] ?? '',
    victims: chosen.victims.map((victim) => ({
      ...referTo(victim.pod),
      priority: victim.pod.signature.priority,
      pdbViolated: victim.pdbViolated,
    })),
    candidates: preemption.candidates.map(({ node, victims, pdbViolations, lostBy }) => ({
      node: nodes.names[node] ?? '',
      victims: victims.map((victim) => ({ priority: victim.pod.signature.priority })),
      pdbViolations,
      lostBy,
    })),
  }
}
