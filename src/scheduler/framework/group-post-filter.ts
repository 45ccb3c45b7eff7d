import type { Pod } from '../../snapshot/pods/pod.ts'
import type { Gap } from './gap.ts'

/** A group that fits nowhere, as the plugins of PodGroupPostFilter see it. */
export interface GroupPostFilterRound {
  /** The caller wants to know whom a preemption would displace. */
  readonly wantsPreemption: boolean
  /** Whether that plugin's PreFilter ran for some member. */
  hasPreFiltered(plugin: string): boolean
  /** Whom the group would displace. */
  preempt(): GroupPreemption
}

/** What one of them says. */
export type GroupPostFilterOutcome =
  /** The attempt ends in an error. */
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'reason'; readonly message: string }
  | { readonly kind: 'preemption'; readonly preemption: GroupPreemption }

/** What group preemption comes to; nothing is changed by it. */
export interface GroupPreemption {
  /** Members wait for victims to leave; if not, they could not be helped. */
  readonly isWaiting: boolean
  /** No other plugin's words are kept beside it. */
  readonly ends: boolean
  readonly message: string
  readonly victims: readonly Pod[]
  readonly nominations: ReadonlyMap<Pod, number>
  /** What all of this rests on and was not seen. */
  readonly unknown: readonly Gap[]
}
