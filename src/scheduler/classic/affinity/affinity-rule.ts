import type { Pod } from '../../../snapshot/pods/pod.ts'

export type Judgement = 'met' | 'violated' | { readonly error: string }

/** One of the things that MatchInterPodAffinity asks of a node. */
export interface AffinityRule {
  /** There is nothing to ask at present. */
  readonly isIdle: boolean
  judge(node: number): Judgement
  /** A pod came to a node (1) or left it (-1). */
  podChanged(pod: Pod, node: number, sign: 1 | -1, change: PodChange): void
}

/** For good, in a dry run, or to undo what a dry run did, the last first. */
export type PodChange = 'lasting' | 'tried' | 'undone'
