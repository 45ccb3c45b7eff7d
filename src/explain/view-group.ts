import type { PodGroupOutcome } from '../scheduler/gang/gang-cycle.ts'
import { type PodReference, referTo } from '../snapshot/pods/pod-reference.ts'

/** What became of a PodGroup, as it is answered. */
export interface GroupView extends Omit<PodGroupOutcome, 'victims'> {
  readonly victims: readonly PodReference[]
}

export function viewGroup({ victims, ...outcome }: PodGroupOutcome): GroupView {
  return { ...outcome, victims: victims.map(referTo) }
}
