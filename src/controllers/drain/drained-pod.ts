import type { Pod } from '../../snapshot/pods/pod.ts'
import type { ControlledPod } from '../cluster/controlled-pod.ts'

/** A pod on a node that is drained, as the scheduler knows it and as kubectl and the eviction API do. */
export interface DrainedPod {
  readonly pod: Pod
  readonly facts: ControlledPod
  readonly hasEmptyDir: boolean
}
