import type { PodToDecide } from '../snapshot/pods/pod-reader.ts'
import type { SchedulingCycle } from './cycle.ts'
import type { Decision } from './decision.ts'

/** Of a pod that no scheduler looks at any more; null: one does. */
export function withoutAttempt(
  cycle: SchedulingCycle,
  { pod, nodeName, isFinished }: PodToDecide,
): Decision | null {
  if (nodeName !== '') return cycle.alreadyAssigned(pod, nodeName, isFinished)
  return isFinished ? cycle.finished(pod) : null
}
