import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { type PodGroup, podGroupKey } from '../../snapshot/workloads/pod-group.ts'
import { type CycleOptions, SchedulingCycle } from '../cycle.ts'
import type { Decision } from '../decision.ts'
import type { Profile, ProfileSet } from '../framework/profile.ts'
import { unseenPriorities } from '../unseen-priorities.ts'
import { GangCycle } from './gang-cycle.ts'
import { attemptGroup, type GroupAttempt, UNSCHEDULABLE } from './group-attempt.ts'
import { type GroupResult, groupPostFilter } from './group-post-filter.ts'
import { preemptForGroup } from './group-preemption.ts'
import { queueOf } from './group-queue.ts'
import { selectAmongGroups } from './pod-victims.ts'
import { whyNotOneGroup } from './validate-group.ts'

const NOBODY: ReadonlySet<Pod> = new Set()
const REASONS = {
  unschedulable: 'Unschedulable',
  error: 'SchedulerError',
  unknown: 'NotSeen',
} as const

/**
 * Decides pods in the queue's order, those of a PodGroup together (schedule_one_podgroup.go). A group
 * is tried on a copy of the cluster, and told once it is known what became of it: on the cluster
 * itself when it is scheduled, else on another copy.
 */
export class PodGroupCycle extends GangCycle {
  private readonly memberProfiles: ProfileSet

  constructor(cluster: Cluster, profiles: ProfileSet, options: CycleOptions) {
    super(cluster, profilesAmongGroups(profiles), options)
    // Preemption is the group's affair, not its members'.
    this.memberProfiles = new Map(
      [...profiles].map(([name, profile]) => [name, { ...profile, postFilter: [] }]),
    )
  }

  protected *decideWaiting(
    cycle: SchedulingCycle,
    pods: readonly PodToDecide[],
  ): Generator<Decision, void, void> {
    const { entities, gated, unknown } = queueOf(this.cluster, this.profiles, pods)
    for (const entity of entities) {
      if (entity.kind === 'pod') yield* this.decidePod(cycle, entity.pod)
      else yield* this.decideGroup(entity.group, entity.members)
    }
    yield* this.outside(gated, unknown)
  }

  private *decideGroup(group: PodGroup, members: readonly Pod[]): Generator<Decision, void, void> {
    const key = podGroupKey(group.namespace, group.name)
    const running = this.running(key)
    // Upstream finds no member of the group that it is about in its queue, and so counts none.
    const before = new Map(members.map((pod) => [pod, this.nominations.nodeOf(pod)]))
    for (const pod of members) this.nominations.remove(pod)
    // What members must have in common cannot be told of a priority that was not seen.
    if ([...members, ...running].some(({ signature }) => signature.isPriorityUnseen)) {
      const unknown = unseenPriorities(this.cluster)
      yield* this.tellAll(members, key, 'unknown', { unknown })
      this.settle(key, 'NotSeen', '')
      return
    }
    const problem = whyNotOneGroup(group, members, running)
    if (problem !== null) {
      yield* this.tellAll(members, key, 'error', { message: problem })
      this.settle(key, 'SchedulerError', problem)
      return
    }
    const result = this.try(group, members, running.length)
    for (const decision of this.tell(members, result)) yield { ...decision, group: key }
    const { attempt, message, preemption } = result
    for (const pod of members)
      this.nominate(pod, nominationAfter(pod, result, before.get(pod) ?? -1))
    if (attempt.status === 'scheduled') return this.settle(key, 'Scheduled', '')
    this.settle(key, REASONS[attempt.status], message, preemption?.victims ?? [])
  }

  /** The members' decisions, made once more now that the group's is known. */
  private *tell(members: readonly Pod[], result: GroupResult): Generator<Decision, void, void> {
    const tried = new Map(result.attempt.results.map((one) => [one.pod, one]))
    const isScheduled = result.attempt.status === 'scheduled'
    const cycle = isScheduled
      ? new SchedulingCycle(this.cluster, this.memberProfiles, this.options, this.nominations)
      : this.cycleWithout(NOBODY)
    for (const pod of members) {
      const one = tried.get(pod)
      if (one === undefined) yield this.untried(pod, result)
      else {
        const decision = { ...cycle.decide(pod), node: one.node }
        yield isScheduled ? decision : this.overruled(decision, result)
        if (one.node >= 0) cycle.assume(one)
      }
    }
    if (!isScheduled) for (const pod of members) pod.node = -1
  }

  /** The algorithm, and PodGroupPostFilter for a group that fits nowhere. */
  private try(group: PodGroup, members: readonly Pod[], alreadyScheduled: number): GroupResult {
    const attempting = (cycle: SchedulingCycle): GroupAttempt => {
      const attempt = attemptGroup(cycle, group, members, alreadyScheduled)
      for (const pod of members) pod.node = -1
      return attempt
    }
    const attempt = attempting(this.cycleWithout(NOBODY))
    const profile = this.profiles.get(members[0].signature.schedulerName)
    if (attempt.status !== 'unschedulable' || profile === undefined) {
      return { attempt, message: attempt.reasons.join(', '), preemption: null }
    }
    return groupPostFilter(this.cluster, profile, attempt, {
      wantsPreemption: this.options.preemption,
      preempt: () =>
        preemptForGroup({
          cluster: this.cluster,
          group,
          members,
          nowMs: this.options.nowMs,
          rules: profile.rules,
          cycleWithout: (pods) => this.cycleWithout(pods),
          attempt: attempting,
        }),
    })
  }

  /** A member that was tried, in a group that failed. */
  private overruled(decision: Decision, { attempt, message, preemption }: GroupResult): Decision {
    const { pod } = decision
    const nominatedTo = preemption?.nominations.get(pod)
    const nominated = nominatedTo === undefined ? {} : { nominatedTo }
    if (attempt.status === 'unknown') {
      // Of a member's own, what was found beside placements that are not certain is not told.
      return decision.outcome === 'unknown' ? decision : this.untried(pod, { attempt })
    }
    if (attempt.status === 'error') {
      const own = decision.outcome === 'error' ? decision.message : message
      return { ...decision, outcome: 'error', node: -1, message: own }
    }
    if (decision.outcome !== 'scheduled') return { ...decision, ...nominated }
    const isWaiting = preemption?.isWaiting === true
    const told = isWaiting ? message : `${UNSCHEDULABLE}, ${message}`
    return { ...decision, outcome: 'unschedulable', node: -1, message: told, ...nominated }
  }

  /** A member that was not tried any more: it knows nothing of what came after. */
  private untried(
    pod: Pod,
    { attempt, preemption }: Pick<GroupResult, 'attempt'> & Partial<GroupResult>,
  ): Decision {
    const { status, reasons, unknown } = attempt
    if (status === 'unknown') return { ...this.without(pod, status), unknown }
    const outcome = status === 'error' ? 'error' : 'unschedulable'
    const nominatedTo = preemption?.nominations.get(pod)
    const decision = { ...this.without(pod, outcome), message: reasons.join(', ') }
    return nominatedTo === undefined ? decision : { ...decision, nominatedTo }
  }

  private cycleWithout(pods: ReadonlySet<Pod>): SchedulingCycle {
    return this.cycleOn(this.cluster.fork(pods), this.memberProfiles)
  }
}

/** The profiles of a scheduler that knows pod groups when a pod preempts. */
export function profilesAmongGroups(profiles: ProfileSet): ProfileSet {
  return new Map([...profiles].map(([name, profile]) => [name, amongGroups(profile)]))
}

function amongGroups(profile: Profile): Profile {
  const victims = { ...profile.rules.victims, select: selectAmongGroups }
  return { ...profile, rules: { ...profile.rules, victims } }
}

/** The node that a member is nominated to from here on, -1 for none (submitPodGroupAlgorithmResult). */
function nominationAfter(pod: Pod, { attempt, preemption }: GroupResult, before: number): number {
  const helped = preemption?.nominations.get(pod)
  if (helped !== undefined) return helped
  if (attempt.status === 'error' || attempt.status === 'unknown') return -1
  const wasPlaced = attempt.results.some((one) => one.pod === pod && one.node >= 0)
  return wasPlaced ? -1 : before
}
