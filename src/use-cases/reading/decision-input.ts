import { viewPriorities } from '../../explain/view-priorities.ts'
import type { Notices } from '../../scheduler/framework/notices.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { referTo } from '../../snapshot/pods/pod-reference.ts'
import type { EditedPods } from '../what-if/edit-run.ts'
import type { Warning } from './field-check.ts'

/** What an answer's `input` is made from. */
export interface DecidedInput {
  readonly digest: string
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
  /** What the configuration names and Berth does not run. */
  readonly notEvaluated: readonly NotEvaluated[]
  /** About the rules; complete when the last pod is decided. */
  readonly notices: Notices
  /** About hand-written objects; absent unless they were asked for. */
  readonly warnings?: readonly Warning[] | undefined
  /** What edits did to pods; absent without any. */
  readonly edited?: EditedPods | undefined
}

/**
 * Counts the cluster now, before any pod is placed; the function that comes back makes the `input`,
 * once the last pod is decided and so all is known that could not be evaluated.
 */
export function describeInput(input: DecidedInput) {
  const { digest, cluster, pods, notEvaluated, notices, warnings, edited } = input
  const priorityClasses = viewPriorities(cluster)
  const running = cluster.pods.podCount.reduce((sum, count) => sum + count, 0)
  return () => ({
    digest,
    nodes: cluster.nodes.count,
    pods: running,
    notEvaluated: [...notEvaluated, ...cluster.notEvaluated()],
    defaulted: pods.flatMap(describeDefaults),
    notices: notices.list,
    ...(warnings !== undefined && { warnings }),
    ...(edited !== undefined && { edited }),
    priorityClasses,
  })
}

function describeDefaults({ pod, defaulted }: PodToDecide) {
  return defaulted.map(({ pointer, value }) => ({ pod: referTo(pod), pointer, value }))
}
