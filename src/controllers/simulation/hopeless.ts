import type { Decision } from '../../scheduler/decision.ts'
import { hasPodAffinityTerms } from '../../snapshot/pods/pod-signature.ts'
import type { SimulatedPod } from './simulated-pod.ts'

/** No pod like it fits, as long as none leaves; and no preemption would change that. */
export function isHopeless(one: SimulatedPod, { outcome, preemption }: Decision): boolean {
  const isHelped = preemption !== null && preemption.node >= 0
  return (
    outcome === 'unschedulable' &&
    !isHelped &&
    !dependsOnOthers(one) &&
    one.pod.nominatedNodeName === ''
  )
}

/** Where others are decides where it may be. */
function dependsOnOthers({ pod: { signature } }: SimulatedPod): boolean {
  return hasPodAffinityTerms(signature) || signature.spreadConstraints.length > 0
}
