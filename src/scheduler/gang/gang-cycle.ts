import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { type CycleOptions, SchedulingCycle } from '../cycle.ts'
import { type Decision, emptyDecision, type Outcome } from '../decision.ts'
import type { Gap } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import { knownNominations } from '../known-nominations.ts'
import type { Nominations } from '../nominations.ts'
import { withoutAttempt } from '../without-attempt.ts'

/** The group's condition after its first attempt: PodGroupInitiallyScheduled, in 1.36 PodGroupScheduled. */
export interface PodGroupOutcome {
  /** namespace/name */
  readonly group: string
  readonly status: 'True' | 'False' | 'Unknown'
  /** NotSeen: it rests on what was not seen, and the members' decisions say on what. */
  readonly reason: 'Scheduled' | 'Unschedulable' | 'SchedulerError' | 'NotSeen'
  readonly message: string
  /** Pods that would have to go for it. */
  readonly victims: readonly Pod[]
}

const STATUSES = {
  Scheduled: 'True',
  Unschedulable: 'False',
  SchedulerError: 'False',
  NotSeen: 'Unknown',
} as const

/** Decides pods in the queue's order, with what a release makes of those that form a group. */
export abstract class GangCycle {
  readonly outcomes: PodGroupOutcome[] = []
  protected readonly cluster: Cluster
  protected readonly profiles: ProfileSet
  protected readonly options: CycleOptions
  protected readonly nominations: Nominations

  constructor(cluster: Cluster, profiles: ProfileSet, options: CycleOptions) {
    this.cluster = cluster
    this.profiles = profiles
    this.options = options
    this.nominations = knownNominations(cluster, profiles)
  }

  *decide(pods: readonly PodToDecide[]): Generator<Decision, void, void> {
    const { cluster, profiles, options, nominations } = this
    const cycle = new SchedulingCycle(cluster, profiles, options, nominations)
    const waiting: PodToDecide[] = []
    for (const one of pods) {
      const known = withoutAttempt(cycle, one)
      if (known === null) waiting.push(one)
      else yield known
    }
    yield* this.decideWaiting(cycle, waiting)
  }

  /** Those that have no node yet; the cycle is that of pods which are decided alone. */
  protected abstract decideWaiting(
    cycle: SchedulingCycle,
    pods: readonly PodToDecide[],
  ): Generator<Decision, void, void>

  protected *decidePod(cycle: SchedulingCycle, pod: Pod): Generator<Decision, void, void> {
    const decision = cycle.decide(pod)
    yield decision
    this.follow(cycle, decision, this.nominations)
  }

  /** What a decision means for those that come after. */
  protected follow(cycle: SchedulingCycle, decision: Decision, nominations: Nominations): void {
    const { pod, preemption, outcome } = decision
    if (outcome === 'scheduled') cycle.assume(decision)
    const node = preemption?.node ?? -1
    const clearsNomination = preemption?.clearsNomination === true || outcome === 'error'
    if (node < 0 && !clearsNomination) return
    nominations.remove(pod)
    if (node >= 0) nominations.add(pod, node)
  }

  /** The group that the pod names, empty without. */
  protected groupOf(pod: Pod): string {
    return pod.podGroup
  }

  /** Members that do not enter the queue, and those of which that cannot be told. */
  protected *outside(
    gated: ReadonlyMap<Pod, Rejection | null>,
    unknown: ReadonlyMap<Pod, readonly Gap[]>,
  ): Generator<Decision, void, void> {
    for (const [pod, preFilter] of gated) {
      const message = preFilter?.reasons.join(', ') ?? ''
      yield { ...this.without(pod, 'gated'), message, preFilter, group: this.groupOf(pod) }
    }
    for (const [pod, gaps] of unknown) {
      yield { ...this.without(pod, 'unknown'), unknown: gaps, group: this.groupOf(pod) }
    }
  }

  /** Pods of the group that have a node. */
  protected running(group: string): Pod[] {
    return this.cluster.pods.onNode.flat().filter((pod) => this.groupOf(pod) === group)
  }

  /** A cycle on a copy of the cluster. */
  protected cycleOn(fork: Cluster, profiles: ProfileSet): SchedulingCycle {
    return new SchedulingCycle(fork, profiles, this.options, this.nominations.copy())
  }

  protected nominate(pod: Pod, node: number): void {
    this.nominations.remove(pod)
    if (node >= 0) this.nominations.add(pod, node)
  }

  /** Members of whom no attempt is made. */
  protected *tellAll(
    members: readonly Pod[],
    group: string,
    outcome: Outcome,
    told: Partial<Decision>,
  ): Generator<Decision, void, void> {
    for (const pod of members) yield { ...this.without(pod, outcome), ...told, group }
  }

  protected settle(
    group: string,
    reason: PodGroupOutcome['reason'],
    message: string,
    victims: readonly Pod[] = [],
  ): void {
    this.outcomes.push({ group, status: STATUSES[reason], reason, message, victims })
  }

  protected without(pod: Pod, outcome: Outcome): Decision {
    const { startIndex, roundRobin } = this.options
    return emptyDecision(pod, outcome, startIndex, roundRobin)
  }
}
