import type { Pod } from '../snapshot/cluster.ts'

export interface Preemption {
  readonly node: number
  readonly victims: readonly Pod[]
}
