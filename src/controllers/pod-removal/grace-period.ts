import type { ControlledPod } from '../cluster/controlled-pod.ts'

/** What the API server writes into pods that name none. */
const DEFAULT_SECONDS = 30
/** The kubelet gives containers at least so long after a preStop hook has used up the grace. */
const AFTER_HOOK_SECONDS = 2

/** podStrategy.CheckGracefulDelete of a delete call that names no period. */
export function graceSecondsOf({ gracePeriodSeconds, nodeName, phase }: ControlledPod): number {
  // Nothing of it runs, so nobody has to be waited for.
  if (nodeName === '' || phase === 'Failed' || phase === 'Succeeded') return 0
  const seconds = gracePeriodSeconds ?? DEFAULT_SECONDS
  return seconds < 0 ? 1 : seconds
}

/** The longest that the pod's containers can take, from the kubelet's notice on. */
export function removalSecondsOf(pod: ControlledPod): number {
  const grace = graceSecondsOf(pod)
  if (grace === 0) return 0
  return pod.hasPreStop ? grace + AFTER_HOOK_SECONDS : Math.max(grace, AFTER_HOOK_SECONDS)
}
