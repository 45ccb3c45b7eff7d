import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { SchedulingCycle } from '../cycle.ts'
import type { Decision } from '../decision.ts'
import { unseenPriorities } from '../unseen-priorities.ts'
import { GangCycle } from './gang-cycle.ts'
import { attemptPopped, type PoppedAttempt } from './popped-group-attempt.ts'
import { poppedQueueOf } from './popped-group-queue.ts'
import { whyNotOneScheduler } from './validate-group.ts'

const NOBODY: ReadonlySet<Pod> = new Set()

/**
 * Pod groups of a release whose scheduler pops the others of a group with the first of its pods
 * (1.36, schedule_one_podgroup.go). Members preempt one by one within the attempt, and what they
 * evict is gone even where the group then fails.
 */
export class PoppedGroupCycle extends GangCycle {
  protected *decideWaiting(
    cycle: SchedulingCycle,
    pods: readonly PodToDecide[],
  ): Generator<Decision, void, void> {
    const { entities, gated, unknown } = poppedQueueOf(this.cluster, this.profiles, pods)
    // A nomination is noted when the pod enters the active queue.
    for (const pod of gated.keys()) this.nominations.remove(pod)
    for (const { group, pods: popped } of entities) {
      if (group === '') yield* this.decidePod(cycle, popped[0])
      else yield* this.decideGroup(cycle, group, popped)
    }
    yield* this.outside(gated, unknown)
  }

  private *decideGroup(
    cycle: SchedulingCycle,
    key: string,
    members: readonly Pod[],
  ): Generator<Decision, void, void> {
    const running = this.running(key)
    // Upstream finds no member of the group that it is about in its queue, and so counts none.
    const before = new Map(members.map((pod) => [pod, this.nominations.nodeOf(pod)]))
    for (const pod of members) this.nominations.remove(pod)
    if (members.some(({ signature }) => signature.isPriorityUnseen)) {
      const unknown = unseenPriorities(this.cluster)
      yield* this.tellAll(members, key, 'unknown', { unknown })
      return this.settle(key, 'NotSeen', '')
    }
    const problem = whyNotOneScheduler(members)
    if (problem !== null) {
      yield* this.tellAll(members, key, 'error', { message: problem })
      return
    }
    const minCount = this.cluster.podGroups.get(key)?.minCount ?? 0
    const attempt = attemptPopped(this.copy(), members, minCount, running.length)
    for (const pod of members) pod.node = -1
    for (const decision of this.tell(members, attempt)) yield { ...decision, group: key }
    for (const pod of members) pod.node = -1
    for (const [pod, { node }] of attempt.results) if (node >= 0) cycle.assume({ pod, node })
    for (const pod of members) {
      const node = attempt.results.get(pod)?.nominationAfter ?? -1
      this.nominate(pod, node === 'as before' ? (before.get(pod) ?? -1) : node)
    }
    this.settle(key, attempt.reason, attempt.message)
  }

  /** The members' decisions, made once more now that the group's is known. */
  private *tell(members: readonly Pod[], attempt: PoppedAttempt): Generator<Decision, void, void> {
    const cycle = this.copy()
    for (const pod of members) {
      const result = attempt.results.get(pod)
      if (result === undefined) {
        yield this.untried(pod, attempt)
        continue
      }
      const decision = cycle.decide(pod)
      const { outcome, message, node, nominatedTo } = result
      const told = { ...decision, outcome, message, node }
      yield nominatedTo === null ? told : { ...told, nominatedTo }
      if (result.heldNode >= 0) cycle.assume({ pod, node: result.heldNode })
    }
  }

  private copy(): SchedulingCycle {
    return this.cycleOn(this.cluster.fork(NOBODY, { overlooksTerms: true }), this.profiles)
  }

  private untried(pod: Pod, { reason, message, unknown }: PoppedAttempt): Decision {
    if (reason === 'NotSeen') return { ...this.without(pod, 'unknown'), unknown }
    return { ...this.without(pod, 'error'), message }
  }
}
