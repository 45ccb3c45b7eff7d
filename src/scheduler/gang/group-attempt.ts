import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodGroup } from '../../snapshot/workloads/pod-group.ts'
import type { SchedulingCycle } from '../cycle.ts'
import type { Gap } from '../framework/gap.ts'
import type { Rejection } from '../framework/status-table.ts'

/** What the algorithm says of one member that was tried. */
export interface MemberResult {
  readonly pod: Pod
  readonly outcome: 'scheduled' | 'unschedulable' | 'unknown' | 'error'
  /** Row of the node, -1 for none. */
  readonly node: number
  readonly message: string
  /** What refused it before any node was looked at. */
  readonly preFilter: Rejection | null
  /** The plugins whose PreFilter did not skip it. */
  readonly filters: ReadonlySet<string>
}

export interface GroupAttempt {
  readonly status: 'scheduled' | 'unschedulable' | 'unknown' | 'error'
  /** Why not; empty when it is scheduled or unknown. */
  readonly reasons: readonly string[]
  /** What an unknown status rests on. */
  readonly unknown: readonly Gap[]
  /** Members in order; those after an early end are missing. */
  readonly results: readonly MemberResult[]
}

/** Upstream's errPodGroupUnschedulable. */
export const UNSCHEDULABLE = 'pod group is unschedulable'

const NOT_PLACED = { status: 'unschedulable', unknown: [] } as const

/**
 * Members one after another, each on top of the placements before it, until too few are left
 * (podGroupSchedulingDefaultAlgorithm with GangScheduling's PlacementFeasible).
 */
export function attemptGroup(
  cycle: SchedulingCycle,
  group: PodGroup,
  members: readonly Pod[],
  alreadyScheduled: number,
): GroupAttempt {
  const minCount = group.minCount ?? 1
  let scheduled = alreadyScheduled
  let remaining = members.length
  const isHopeless = () => scheduled + remaining < minCount
  const hopeless = () =>
    `minCount (${minCount}) cannot be satisfied: ${scheduled} scheduled, ${remaining} remaining`
  const results: MemberResult[] = []
  if (isHopeless()) {
    return { ...NOT_PLACED, reasons: [UNSCHEDULABLE, hopeless()], results }
  }
  for (const pod of members) {
    const { outcome, node, message, unknown, preFilter, filter } = cycle.decide(pod)
    const filters = new Set(filter?.pass.active().map(({ plugin }) => plugin))
    if (outcome === 'unknown') {
      // Where this member goes, and so how the others fare, cannot be told.
      results.push({ pod, outcome, node: -1, message, preFilter, filters })
      return { status: 'unknown', reasons: [], unknown, results }
    }
    if (outcome !== 'scheduled' && outcome !== 'unschedulable') {
      results.push({ pod, outcome: 'error', node: -1, message, preFilter, filters })
      const reason = `failed to schedule other pod from a pod group: ${message}`
      return { status: 'error', reasons: [reason], unknown: [], results }
    }
    results.push({ pod, outcome, node, message, preFilter, filters })
    remaining--
    if (outcome === 'scheduled') {
      scheduled++
      cycle.assume({ pod, node })
    }
    if (isHopeless()) return { ...NOT_PLACED, reasons: [hopeless()], results }
  }
  if (!results.some(({ outcome }) => outcome === 'scheduled')) {
    return { ...NOT_PLACED, reasons: [UNSCHEDULABLE], results }
  }
  return { status: 'scheduled', reasons: [], unknown: [], results }
}
