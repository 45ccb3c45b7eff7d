import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { SchedulingCycle } from '../cycle.ts'
import type { Decision } from '../decision.ts'
import { type Gap, unionOfGaps } from '../framework/gap.ts'
import { noteUnseenPlaces } from '../unseen-priorities.ts'
import { GangCycle } from './gang-cycle.ts'
import { gateOfMember, WORKLOAD_GATE } from './member-gate.ts'
import { byPriority, isQueued, splitByGate } from './split-by-gate.ts'

const NOBODY: ReadonlySet<Pod> = new Set()
const WAITING = 'waiting for minCount pods from a gang to be waiting on permit'

/** How a group fared: how many hold a place, and of what it is not known whether they do. */
interface Quorum {
  placed: number
  gaps: readonly Gap[]
}

/**
 * Pod groups of 1.35, which schedules pods one by one and lets those of a gang wait at Permit, each in
 * its place, until minCount are there. Whom they wait for comes later in the queue, so all are decided
 * on a copy of the cluster first. There is no condition of a group.
 */
export class WaitingPodsCycle extends GangCycle {
  protected override groupOf({ workloadRef }: Pod): string {
    return workloadRef?.group ?? ''
  }

  protected *decideWaiting(
    cycle: SchedulingCycle,
    pods: readonly PodToDecide[],
  ): Generator<Decision, void, void> {
    const { queued, gated, unknown } = splitByGate(pods, (pod) =>
      this.isMember(pod) ? this.gateOf(pod) : null,
    )
    noteUnseenPlaces(this.cluster, pods)
    // A nomination is noted when the pod enters the active queue.
    for (const pod of gated.keys()) this.nominations.remove(pod)
    const inOrder = queued.toSorted(byPriority)
    const { quorums, nodes } = this.tryAll(inOrder, unknown)
    for (const pod of inOrder) {
      const decision = placedAsTried(cycle.decide(pod), nodes)
      yield this.permitted(decision, quorums)
      this.follow(cycle, decision, this.nominations)
    }
    yield* this.outside(gated, unknown)
  }

  private gateOf(pod: Pod) {
    return gateOfMember(this.cluster, this.profiles, pod, WORKLOAD_GATE)
  }

  private isMember(pod: Pod): boolean {
    return pod.workloadRef !== null && isQueued(this.profiles, pod)
  }

  /** What becomes of each gang once everybody has had a turn, and where everybody then is. */
  private tryAll(
    queued: readonly Pod[],
    unknown: ReadonlyMap<Pod, readonly Gap[]>,
  ): { quorums: ReadonlyMap<string, Quorum>; nodes: ReadonlyMap<Pod, number> } {
    const quorums = this.quorumsBefore(queued, unknown)
    const nodes = new Map<Pod, number>()
    if (quorums.size === 0) return { quorums, nodes }
    const nominations = this.nominations.copy()
    const fork = this.cluster.fork(NOBODY)
    const cycle = new SchedulingCycle(fork, this.profiles, this.options, nominations)
    for (const pod of queued) {
      const decision = cycle.decide(pod)
      if (decision.outcome === 'scheduled') nodes.set(pod, decision.node)
      const quorum = this.isMember(pod) ? quorums.get(this.groupOf(pod)) : undefined
      if (quorum !== undefined && decision.outcome === 'scheduled') quorum.placed++
      if (quorum !== undefined) quorum.gaps = unionOfGaps(quorum.gaps, decision.unknown)
      this.follow(cycle, decision, nominations)
    }
    for (const pod of queued) pod.node = -1
    return { quorums, nodes }
  }

  /** How each gang stands before anybody has had a turn. */
  private quorumsBefore(
    queued: readonly Pod[],
    unknown: ReadonlyMap<Pod, readonly Gap[]>,
  ): ReadonlyMap<string, Quorum> {
    const quorums = new Map<string, Quorum>()
    for (const pod of queued) {
      if (this.minCountOf(pod) !== null) quorums.set(this.groupOf(pod), { placed: 0, gaps: [] })
    }
    if (quorums.size === 0) return quorums
    for (const pods of this.cluster.pods.onNode) {
      for (const pod of pods) {
        const quorum = quorums.get(this.groupOf(pod))
        if (quorum !== undefined) quorum.placed++
      }
    }
    // They may enter the queue, and get a place there.
    for (const [pod, gaps] of unknown) {
      const quorum = quorums.get(this.groupOf(pod))
      if (quorum !== undefined) quorum.gaps = unionOfGaps(quorum.gaps, gaps)
    }
    return quorums
  }

  /** Permit's answer to a pod with a place: where too few of its gang have one, it waits there. */
  private permitted(decision: Decision, quorums: ReadonlyMap<string, Quorum>): Decision {
    const { pod, node, outcome } = decision
    if (!this.isMember(pod)) return decision
    const group = this.groupOf(pod)
    const minCount = this.minCountOf(pod)
    const quorum = quorums.get(group)
    const isPermitted = minCount === null || quorum === undefined || quorum.placed >= minCount
    if (outcome !== 'scheduled' || isPermitted) return { ...decision, group }
    if (quorum.gaps.length > 0)
      return { ...this.without(pod, 'unknown'), unknown: quorum.gaps, group }
    const waits = { outcome: 'unschedulable', node: -1, message: WAITING } as const
    return { ...decision, ...waits, nominatedTo: node, group }
  }

  private minCountOf({ workloadRef }: Pod): number | null {
    if (workloadRef === null) return null
    const { workload, podGroup } = workloadRef
    return this.cluster.workloadGroups.get(workload)?.get(podGroup) ?? null
  }
}

/** Ties may be drawn at random, and the quorum was found with what was drawn first. */
function placedAsTried(decision: Decision, nodes: ReadonlyMap<Pod, number>): Decision {
  const node = nodes.get(decision.pod)
  return node === undefined || decision.outcome !== 'scheduled' ? decision : { ...decision, node }
}
