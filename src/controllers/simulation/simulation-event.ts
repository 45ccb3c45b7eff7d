import type { SimulatedPod } from './simulated-pod.ts'
import type { Utilisation } from './world.ts'

export interface SimulationEvent {
  readonly atMs: number
  readonly kind:
    | 'created'
    | 'scheduled'
    | 'unschedulable'
    | 'outside'
    | 'error'
    | 'preempted'
    | 'left'
    | 'finished'
    | 'deleted'
    | 'lost'
    | 'nodes'
  readonly pod: SimulatedPod | null
  /** Name of a node, empty without. */
  readonly node: string
  readonly message: string
}

export interface Sample extends Utilisation {
  readonly atMs: number
  readonly waiting: number
}
