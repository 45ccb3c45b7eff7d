import type { Pod } from '../../../snapshot/pods/pod.ts'

/** Pods of a request of which at least so many are placed together, or none. */
export interface Gang {
  /** namespace/name */
  readonly name: string
  readonly minMember: number
  /** In the order in which they are tried. */
  readonly members: readonly Pod[]
  /** Members that run already. */
  readonly running: number
}

export interface Placement {
  readonly pod: Pod
  /** Row of the node. */
  readonly node: number
}

/** How a search for placements ended. */
export type SearchEnd =
  | { readonly kind: 'found'; readonly placements: readonly Placement[]; readonly steps: number }
  /** Every possibility was looked at: there is none. */
  | { readonly kind: 'exhausted'; readonly steps: number }
  /** Its bound was reached before. */
  | { readonly kind: 'cutOff'; readonly steps: number }
