import type { Cluster } from '../snapshot/cluster.ts'
import type { PodSignature, ResolvedPriority } from '../snapshot/pods/pod-signature.ts'

export interface PriorityView extends ResolvedPriority {
  /** Pods, running and to decide, that have their priority from this class. */
  readonly pods: number
}

/** Which PriorityClass gave its value to how many pods that brought no priority of their own. */
export function viewPriorities(cluster: Cluster): PriorityView[] {
  const pods = new Map<ResolvedPriority, number>()
  const count = ({ priorityFrom: from }: PodSignature, more: number) => {
    if (from !== null && more > 0) pods.set(from, (pods.get(from) ?? 0) + more)
  }
  for (const [signature, running] of cluster.podsOfSignature) count(signature, running.length)
  for (const { signature } of cluster.pending) count(signature, 1)
  return [...pods]
    .map(([{ name, value, source }, count]) => ({ name, value, source, pods: count }))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
}
