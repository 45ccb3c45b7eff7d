import type { PluginStatuses } from '../framework/status-table.ts'
import type { ClassicRelease } from './profiles/releases.ts'

/** The id of the verdict with these reasons; one that no preemption removes makes it final. */
export function rejectionId(
  table: PluginStatuses,
  { finalReasons }: ClassicRelease,
  ...reasons: string[]
): number {
  const isFinal = reasons.some((reason) => finalReasons.has(reason))
  return table.id(isFinal ? 'UnschedulableAndUnresolvable' : 'Unschedulable', ...reasons)
}
