import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodGroup } from '../../snapshot/workloads/pod-group.ts'
import type { SchedulingCycle } from '../cycle.ts'
import type { CycleRules } from '../framework/cycle-rules.ts'
import { type Gap, unionOfGaps } from '../framework/gap.ts'
import type { GroupPreemption } from '../framework/group-post-filter.ts'
import { notReturning, VictimSelection } from '../preemption/victims.ts'
import { unseenPriorities } from '../unseen-priorities.ts'
import type { GroupAttempt, MemberResult } from './group-attempt.ts'
import {
  holdsAny,
  priorityAmongGroups,
  RunningMembers,
  sortVictims,
  type VictimUnit,
  victimsOn,
} from './group-victims.ts'

export interface GroupPreemptionContext {
  readonly cluster: Cluster
  readonly group: PodGroup
  readonly members: readonly Pod[]
  readonly nowMs: number | null
  readonly rules: CycleRules
  /** A cycle over the cluster as it would be without some pods. */
  readonly cycleWithout: (pods: ReadonlySet<Pod>) => SchedulingCycle
  readonly attempt: (cycle: SchedulingCycle) => GroupAttempt
}

const NEVER = 'not eligible due to preemptionPolicy=Never.'
const NO_VICTIMS = 'No preemption victims found for incoming preemptor'
const ONGOING = 'ongoing preemption on nominated nodes'
const NOBODY: ReadonlyMap<Pod, number> = new Map()

/** All less important pods leave, the group is tried, and as many as possible come back (PodGroupEvaluator). */
export function preemptForGroup(context: GroupPreemptionContext): GroupPreemption {
  const { cluster, group, members, nowMs, rules } = context
  const unseen = unseenPriorities(cluster)
  if (unseen.length > 0) return { ...nothing(''), unknown: unseen }
  if (members.some(({ signature }) => signature.preemptionPolicy === 'Never')) return nothing(NEVER)
  const promised = ongoingPreemption(context)
  if (promised !== null) return { ...waiting(ONGOING), nominations: promised }
  const rows = Array.from({ length: cluster.nodes.count }, (_, row) => row)
  const selection = new VictimSelection(cluster, rules.victims, nowMs, members[0])
  const running = new RunningMembers(cluster)
  const units = victimsOn(cluster, running, rows, group.priority, selection.nowMs)
  if (units.length === 0) return { ...nothing(NO_VICTIMS), ends: true }
  const attempt = context.attempt(context.cycleWithout(podsOf(units)))
  if (attempt.status !== 'scheduled') {
    return { ...nothing(attempt.reasons.join(', ')), unknown: attempt.unknown }
  }
  const placed = attempt.results.filter(({ node }) => node >= 0)
  const { gone, unknown } = selectVictims(context, selection, units, placed)
  const victims = gone.flatMap(({ pods }) => pods)
  return {
    ...waiting(`found a placement for podgroup, preempting ${victims.length} victims`),
    victims,
    nominations: new Map(placed.map(({ pod, node }) => [pod, node])),
    unknown,
  }
}

function nothing(message: string): GroupPreemption {
  const none = { victims: [], nominations: NOBODY, unknown: [] }
  return { isWaiting: false, ends: false, message: said(message), ...none }
}

function waiting(message: string): GroupPreemption {
  return { ...nothing(message), isWaiting: true, ends: true }
}

function said(message: string): string {
  return `pod group preemption: ${message}`
}

/** Where members are nominated already, while less important pods are still leaving there. */
function ongoingPreemption({ cluster, group, members }: GroupPreemptionContext) {
  const nominations = new Map<Pod, number>()
  for (const pod of members) {
    const node = cluster.nodes.rowOf.get(pod.nominatedNodeName)
    if (node !== undefined) nominations.set(pod, node)
  }
  const isLeaving = [...nominations.values()].some((node) =>
    cluster.pods.onNode[node].some(
      (pod) =>
        priorityAmongGroups(cluster, pod) < group.priority &&
        pod.signature.terminating &&
        pod.signature.preempted,
    ),
  )
  return isLeaving ? nominations : null
}

/** Those that cannot come back, the most important first. */
function selectVictims(
  { cycleWithout }: GroupPreemptionContext,
  selection: VictimSelection,
  units: VictimUnit[],
  placed: readonly MemberResult[],
): { gone: VictimUnit[]; unknown: readonly Gap[] } {
  const gaps: (readonly Gap[])[] = []
  sortVictims(units)
  const violating = selection.violatingBudgets(units.flatMap(({ pods }) => pods))
  const away = podsOf(units)
  const { gone } = notReturning(units, holdsAny(violating), ({ pods }) => {
    for (const pod of pods) away.delete(pod)
    const cycle = cycleWithout(away)
    if (fitTogether(cycle, placed)) return true
    gaps.push(...placed.map(({ pod }) => cycle.unseenOf(pod)))
    for (const pod of pods) away.add(pod)
    return false
  })
  sortVictims(gone)
  return { gone, unknown: unionOfGaps(...gaps) }
}

/**
 * Every member still passes the filters of its node, one on top of the other. Upstream asks with the
 * cycle states of the attempt, so what PreFilter skipped while all victims were away stays out of it:
 * nobody sees the anti-affinity of a pod that comes back where none was left.
 */
function fitTogether(cycle: SchedulingCycle, placed: readonly MemberResult[]): boolean {
  let doFit = true
  for (const { pod, node, filters } of placed) {
    doFit = cycle.fits(pod, node, filters)
    if (!doFit) break
    cycle.assume({ pod, node })
  }
  for (const { pod } of placed) pod.node = -1
  return doFit
}

function podsOf(units: readonly VictimUnit[]): Set<Pod> {
  return new Set(units.flatMap(({ pods }) => pods))
}
