import type { Cluster } from '../snapshot/cluster.ts'
import type { PodToDecide } from '../snapshot/pods/pod-reader.ts'
import { type CycleOptions, SchedulingCycle } from './cycle.ts'
import type { Decision } from './decision.ts'
import type { ProfileSet } from './framework/profile.ts'

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
  for (const { pod, nodeName, isFinished } of pods) {
    if (nodeName !== '') {
      yield cycle.alreadyAssigned(pod, nodeName, isFinished)
      continue
    }
    if (isFinished) {
      yield cycle.finished(pod)
      continue
    }
    const decision = cycle.decide(pod)
    yield decision
    if (decision.outcome === 'scheduled') cycle.assume(decision)
  }
}
