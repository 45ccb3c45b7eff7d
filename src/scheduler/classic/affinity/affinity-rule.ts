import type { Pod } from '../../../snapshot/cluster.ts'

export type Judgement = 'met' | 'violated' | { readonly error: string }

/** One of the things that MatchInterPodAffinity asks of a node. */
export interface AffinityRule {
  /** There is nothing to ask at present. */
  readonly isIdle: boolean
  judge(node: number): Judgement
  /** A pod came to a node (1) or left it (-1); in a trial it is going to be undone. */
  podChanged(pod: Pod, node: number, sign: 1 | -1, isTrial: boolean): void
  /** What has to be put back after a trial beside the pods. */
  checkpoint?(): () => void
}
