import type { DrainedPod } from './drained-pod.ts'

/** kubectl drain's flags, and how many nodes are drained at the same time. */
export interface DrainRules {
  readonly ignoreDaemonSets: boolean
  readonly force: boolean
  readonly deleteEmptyDirData: boolean
  readonly nodesAtOnce: number
}

/** What kubectl makes of a pod before it asks for any eviction. */
export type DrainVerdict =
  | { readonly kind: 'evict' }
  /** Left where it is; the drain goes on. */
  | { readonly kind: 'leave'; readonly because: string }
  /** The whole node is not drained for it. */
  | { readonly kind: 'refuse'; readonly because: string }

const EVICT: DrainVerdict = { kind: 'evict' }

/** kubectl's filters in their order (k8s.io/kubectl/pkg/drain/filters.go), for a pod that has not finished. */
export function judgeForDrain(
  { facts, hasEmptyDir }: DrainedPod,
  { ignoreDaemonSets, force, deleteEmptyDirData }: DrainRules,
): DrainVerdict {
  const { owner, isMirror, isTerminating } = facts
  if (owner?.kind === 'DaemonSet') {
    if (ignoreDaemonSets) return leave('its DaemonSet would make it anew on this node')
    return refuse('DaemonSet-managed Pods (use --ignore-daemonsets to ignore)')
  }
  if (isMirror) return leave('it is static: only its kubelet can stop it')
  if (hasEmptyDir && !deleteEmptyDirData) {
    return refuse('Pods with local storage (use --delete-emptydir-data to override)')
  }
  if (owner === null && !force) {
    return refuse('Pods declare no controller (use --force to override)')
  }
  // The eviction would change nothing; who makes it anew has done so.
  return isTerminating ? leave('it is being deleted already') : EVICT
}

function leave(because: string): DrainVerdict {
  return { kind: 'leave', because }
}

function refuse(because: string): DrainVerdict {
  return { kind: 'refuse', because }
}
