import { tolerates } from '../../snapshot/nodes/taint.ts'
import type { TimedToleration } from '../cluster/controlled-pod.ts'
import type { TaintWithTime } from '../cluster/taint-with-time.ts'

/** What a pod's tolerations make of a node's NoExecute taints. */
export type Toleration =
  /** `taint` is the first that nothing tolerates. */
  | { readonly kind: 'notTolerated'; readonly taint: TaintWithTime }
  | { readonly kind: 'endless' }
  /** `taint` and `toleration` are those with the fewest seconds. */
  | {
      readonly kind: 'limited'
      readonly seconds: number
      readonly taint: TaintWithTime
      readonly toleration: TimedToleration
    }

/**
 * GetMatchingTolerations and getMinTolerationTime: of each taint the first toleration that matches
 * counts, though a later one may tolerate it longer; then the fewest seconds of those, at least 0.
 */
export function judgeTaints(
  taints: readonly TaintWithTime[],
  tolerations: readonly TimedToleration[],
): Toleration {
  let least: Toleration = { kind: 'endless' }
  for (const taint of taints) {
    const toleration = tolerations.find((one) => tolerates(one, taint))
    if (toleration === undefined) return { kind: 'notTolerated', taint }
    if (toleration.tolerationSeconds === null) continue
    const seconds = Math.max(toleration.tolerationSeconds, 0)
    if (least.kind === 'limited' && least.seconds <= seconds) continue
    least = { kind: 'limited', seconds, taint, toleration }
  }
  return least
}
