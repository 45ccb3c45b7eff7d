import type { Cluster } from '../snapshot/cluster.ts'
import type { PodToDecide } from '../snapshot/pods/pod-reader.ts'
import { type CycleOptions, SchedulingCycle } from './cycle.ts'
import type { Decision } from './decision.ts'
import type { ProfileSet } from './framework/profile.ts'
import { withoutAttempt } from './without-attempt.ts'

/**
 * Decides pods in the order given, each on top of the placements before it. A decision is to be read
 * before the next one is asked for: its columns are used again.
 */
export function* decide(
  cluster: Cluster,
  profiles: ProfileSet,
  pods: readonly PodToDecide[],
  options: CycleOptions,
): Generator<Decision, void, void> {
  const cycle = new SchedulingCycle(cluster, profiles, options)
  for (const one of pods) {
    const decision = withoutAttempt(cycle, one) ?? cycle.decide(one.pod)
    yield decision
    if (decision.outcome === 'scheduled') cycle.assume(decision)
  }
}

/** Whoever can find out an answer that an attempt lacked. */
export interface AnswersOnDemand {
  /** False: the last attempt lacked none. */
  makePendingCall(): Promise<boolean>
}

/** The same where extenders are called: an attempt that lacks an answer is made again once it is there. */
export async function* decideAsking(
  cluster: Cluster,
  profiles: ProfileSet,
  pods: readonly PodToDecide[],
  options: CycleOptions,
  answers: AnswersOnDemand,
): AsyncGenerator<Decision, void, void> {
  const cycle = new SchedulingCycle(cluster, profiles, options)
  for (const one of pods) {
    const known = withoutAttempt(cycle, one)
    let decision = known ?? cycle.decide(one.pod)
    while (await answers.makePendingCall()) decision = cycle.decide(one.pod)
    yield decision
    if (decision.outcome === 'scheduled') cycle.assume(decision)
  }
}
