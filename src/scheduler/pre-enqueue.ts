import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { absentKind, type Gap } from './framework/gap.ts'
import type { Profile } from './framework/profile.ts'
import type { Rejection } from './framework/status-table.ts'

/** What is found out about a pod before any node is looked at. */
export interface PreEnqueueResult {
  /** Why it never enters the queue. */
  readonly gate: Rejection | null
  /** The error that ends the attempt at once. */
  readonly error: string | null
  /** What either rests on and was not seen. */
  readonly gaps: readonly Gap[]
}

/** Upstream's function of the classic releases. */
const PRECHECK = 'podPassesBasicChecks'

/** PreEnqueue of every plugin, and what the classic releases check first. */
export function preEnqueue(cluster: Cluster, profile: Profile, pod: Pod): PreEnqueueResult {
  const gaps: Gap[] = []
  for (const plugin of profile.preEnqueue) {
    const view = cluster.readBy(plugin.name, 'outcome')
    const reasons = plugin.preEnqueue?.(pod, view) ?? null
    const unknown = view.takeUnknownKinds()
    gaps.push(...unknown.map((kind) => absentKind(kind, plugin.name)))
    if (reasons === null || unknown.length > 0) continue
    const gate = { plugin: plugin.name, code: 'UnschedulableAndUnresolvable', reasons } as const
    return { gate, error: null, gaps: [] }
  }
  const view = cluster.readBy(PRECHECK, 'outcome')
  const error = profile.rules.precheck?.(view, pod) ?? null
  const unknown = view.takeUnknownKinds()
  gaps.push(...unknown.map((kind) => absentKind(kind, PRECHECK)))
  return { gate: null, error: unknown.length > 0 ? null : error, gaps }
}
