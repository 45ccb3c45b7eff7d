import type { Cluster } from '../snapshot/cluster.ts'
import type { ResolvedPriority } from '../snapshot/pods/pod-signature.ts'

export interface PriorityView extends ResolvedPriority {
  /** Pods, running and to decide, that have their priority from this class. */
  readonly pods: number
}

/** Which PriorityClass gave its value to how many pods that brought no priority of their own. */
export function viewPriorities(cluster: Cluster): PriorityView[] {
  const pods = new Map<ResolvedPriority, number>()
  for (const { signature } of [...cluster.pods.onNode.flat(), ...cluster.pending]) {
    const from = signature.priorityFrom
    if (from !== null) pods.set(from, (pods.get(from) ?? 0) + 1)
  }
  return [...pods]
    .map(([{ name, value, source }, count]) => ({ name, value, source, pods: count }))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
}
