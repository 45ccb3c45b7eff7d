import type { Cluster, Pod } from '../snapshot/cluster.ts'
import type { Profile } from './framework/profile.ts'
import type { Rejection } from './framework/status-table.ts'

/** PreEnqueue: what keeps the pod out of the queue; null: nothing does. */
export function gateOf(cluster: Cluster, { preEnqueue }: Profile, pod: Pod): Rejection | null {
  for (const plugin of preEnqueue) {
    const reasons = plugin.preEnqueue?.(pod, cluster.readBy(plugin.name, 'outcome')) ?? null
    if (reasons === null) continue
    return { plugin: plugin.name, code: 'UnschedulableAndUnresolvable', reasons }
  }
  return null
}
