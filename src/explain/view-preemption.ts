import type { Preemption, RankedCandidate } from '../scheduler/preemption/preemption.ts'
import type { Victim } from '../scheduler/preemption/victims.ts'
import type { Nodes } from '../snapshot/nodes/nodes.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { referTo } from '../snapshot/pods/pod-reference.ts'
import type { CandidateView, PreemptionView, VictimView } from './decision-view.ts'

/** Who would have to go, and where; with all candidates only where everything is wanted. */
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
    const freeBy = nowMs === null ? null : freeByTime(pod, nowMs)
    const { priority, terminating, controller, terminationGraceSeconds } = pod.signature
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
      ...(freeBy !== null && { freeBy }),
    }
  })
}

/** What RFC 3339 can write. */
const TIME_MIN_MS = Date.parse('0000-01-01T00:00:00Z')
const TIME_MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A pod that is being deleted already carries the time at which it is gone at the latest; null where
 * a grace period leads beyond every calendar.
 */
function freeByTime({ signature, deletionTimeMs }: Pod, nowMs: number): string | null {
  const timeMs = deletionTimeMs ?? nowMs + signature.terminationGraceSeconds * 1000
  const isWritable = timeMs >= TIME_MIN_MS && timeMs <= TIME_MAX_MS
  return isWritable ? new Date(timeMs).toISOString() : null
}
