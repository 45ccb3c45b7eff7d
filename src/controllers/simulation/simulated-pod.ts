import type { Pod } from '../../snapshot/pods/pod.ts'

/** A pod as it stands at one moment of a simulation. */
export interface SimulatedPod {
  /** Which of the pods that were read it is, or is a copy of. */
  readonly source: number
  /** Its place in the order in which pods were made. */
  readonly serial: number
  readonly name: string
  /** As the cluster that stands now knows it. */
  pod: Pod
  readonly createdAtMs: number
  /** How long it runs before it has finished; null: on and on. */
  readonly runMs: number | null
  state: PodState
  /** Name of its node, empty without. */
  node: string
  /** Failed attempts in a row. */
  failures: number
  attempts: number
  /** The plugins that its last attempt failed on. */
  rejectedBy: readonly string[]
  /** Its back-off was cut short, so that it comes after those whose turn it is. */
  isEarly: boolean
  /** There is an appointment at which it is tried again without any event. */
  isToBeFlushed: boolean
  /** Since when it waits as it does. */
  waitsSinceMs: number
  scheduledAtMs: number | null
  endedAtMs: number | null
  /** The last words of the scheduler, empty once it has a node. */
  message: string
}

export type PodState =
  | 'active'
  | 'backingOff'
  /** Waits for something to happen. */
  | 'unschedulable'
  /** Nothing in a simulation will have it tried: gated, of another scheduler, not known. */
  | 'outside'
  | 'running'
  /** Asked to leave its node, and still on it. */
  | 'leaving'
  | 'finished'
  | 'deleted'
  /** Preempted, or on a node that was removed. */
  | 'lost'

export function isOnNode({ state }: SimulatedPod): boolean {
  return state === 'running' || state === 'leaving'
}

export function keyOf({ pod, name }: SimulatedPod): string {
  return `${pod.signature.namespace}/${name}`
}
