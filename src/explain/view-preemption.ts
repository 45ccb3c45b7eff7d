import type { Preemption, RankedCandidate } from '../scheduler/preemption.ts'
import type { Victim } from '../scheduler/victims.ts'
import type { Pod } from '../snapshot/cluster.ts'
import type { Nodes } from '../snapshot/nodes.ts'
import type { CandidateView, PreemptionView, VictimView } from './decision-view.ts'
import { referTo } from './refer-to.ts'

/** Who would have to go, and where; the other candidates too unless only the answer is wanted. */
export function viewPreemption(
  preemption: Preemption | null,
  nodes: Nodes,
  nowMs: number | null,
  withCandidates: boolean,
): PreemptionView | null {
  if (preemption === null) return null
  const winner = preemption.candidates.find(({ lostBy }) => lostBy === null)
  const view = {
    node: preemption.node < 0 ? null : (nodes.names[preemption.node] ?? null),
    victims: viewVictims(winner?.victims ?? [], nowMs),
  }
  if (!withCandidates) return view
  return {
    ...view,
    candidates: preemption.candidates.map((one) => viewCandidate(one, nodes, nowMs)),
    tiedCandidates: preemption.tiedCandidates,
    clearedNominations: preemption.clearedNominations.map(referTo),
    message: preemption.message,
  }
}

function viewCandidate(
  { node, victims, pdbViolations, lostBy }: RankedCandidate,
  nodes: Nodes,
  nowMs: number | null,
): CandidateView {
  const name = nodes.names[node] ?? ''
  return { node: name, victims: viewVictims(victims, nowMs), pdbViolations, lostBy }
}

function viewVictims(victims: readonly Victim[], nowMs: number | null): VictimView[] {
  return victims.map(({ pod, pdbViolated }) => {
    const { priority, terminating, controller, terminationGraceSeconds } = pod.class
    return {
      ...referTo(pod),
      priority,
      pdbViolated,
      terminating,
      recreatedBy:
        controller === null
          ? null
          : { kind: controller.kind, name: controller.name, uid: controller.uid },
      gracePeriodSeconds: terminationGraceSeconds,
      ...(nowMs !== null && { freeBy: new Date(freeByMs(pod, nowMs)).toISOString() }),
    }
  })
}

/** A pod that is being deleted already carries the time at which it is gone at the latest. */
function freeByMs({ class: podClass, deletionTimeMs }: Pod, nowMs: number): number {
  return deletionTimeMs ?? nowMs + podClass.terminationGraceSeconds * 1000
}
