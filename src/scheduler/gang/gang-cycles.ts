import type { Cluster } from '../../snapshot/cluster.ts'
import type { CycleOptions } from '../cycle.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { GangCycle } from './gang-cycle.ts'
import { PodGroupCycle } from './pod-group-cycle.ts'
import { PoppedGroupCycle } from './popped-group-cycle.ts'
import { WaitingPodsCycle } from './waiting-pods-cycle.ts'

type Cycle = new (cluster: Cluster, profiles: ProfileSet, options: CycleOptions) => GangCycle

/** How each release that knows pod groups decides them. */
const CYCLES: ReadonlyMap<string, Cycle> = new Map<string, Cycle>([
  ['kubernetes-1.35', WaitingPodsCycle],
  ['kubernetes-1.36', PoppedGroupCycle],
  ['kubernetes-1.37', PodGroupCycle],
])

export const GANG_PROFILES: readonly string[] = [...CYCLES.keys()]

/** Null for a release that knows no pod groups. */
export function gangCycleOf(profile: string): Cycle | null {
  return CYCLES.get(profile) ?? null
}
