import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { Gap } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import type { Gate } from './member-gate.ts'

/** Pods that wait, by what keeps them out of the queue. */
export interface SplitByGate {
  /** In the order of arrival. */
  readonly queued: readonly Pod[]
  readonly gated: Map<Pod, Rejection | null>
  /** Whether they enter the queue cannot be told, for what was not seen. */
  readonly unknown: Map<Pod, readonly Gap[]>
}

/** Asks every pod alone; null: nothing about it is a group's matter. */
export function splitByGate(
  pods: readonly PodToDecide[],
  gateOf: (pod: Pod) => Gate | null,
): SplitByGate {
  const queued: Pod[] = []
  const gated = new Map<Pod, Rejection | null>()
  const unknown = new Map<Pod, readonly Gap[]>()
  for (const { pod } of pods) {
    const { gate, gaps } = gateOf(pod) ?? { gate: null, gaps: [] }
    if (gate !== null) gated.set(pod, gate)
    else if (gaps.length > 0) unknown.set(pod, gaps)
    else queued.push(pod)
  }
  return { queued, gated, unknown }
}

/** A scheduler of these profiles looks at the pod. */
export function isQueued(profiles: ProfileSet, { signature }: Pod): boolean {
  return profiles.has(signature.schedulerName) && !signature.terminating
}

/** Stable: pods of one priority stay in the order of arrival. */
export function byPriority(a: Pod, b: Pod): number {
  return b.signature.priority - a.signature.priority
}
