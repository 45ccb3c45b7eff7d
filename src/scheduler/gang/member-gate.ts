import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { absentKind } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import { type PreEnqueueResult, preEnqueue } from '../pre-enqueue.ts'

const PLUGIN = 'GangScheduling'

/** Why a member does not enter the queue, or what it rests on and was not seen. */
export type Gate = Pick<PreEnqueueResult, 'gate' | 'gaps'>

const NO_GATE: Gate = { gate: null, gaps: [] }

/** PreEnqueue of a pod that names a group, with GangScheduling after the profile's plugins. */
export function gateOfMember(cluster: Cluster, profiles: ProfileSet, pod: Pod): Gate {
  const profile = profiles.get(pod.signature.schedulerName)
  const own = profile === undefined ? NO_GATE : preEnqueue(cluster, profile, pod)
  if (own.gate !== null) return own
  const view = cluster.readBy(PLUGIN, 'outcome')
  if (view.isUnknown('podGroups')) {
    return { gate: null, gaps: [...own.gaps, absentKind('podGroups', PLUGIN)] }
  }
  const reason = gangGate(view, profiles, pod)
  if (reason === null) return own
  const gate = { plugin: PLUGIN, code: 'UnschedulableAndUnresolvable', reasons: [reason] } as const
  return { gate, gaps: [] }
}

/** GangScheduling's PreEnqueue. */
function gangGate(
  { podGroups }: Cluster,
  profiles: ProfileSet,
  { podGroup: key }: Pod,
): string | null {
  const group = podGroups.get(key)
  if (group === undefined) {
    const name = key.slice(key.indexOf('/') + 1)
    return `waiting for pods's pod group ${JSON.stringify(name)} to appear in scheduling queue`
  }
  const size = podGroups.size(key, (schedulerName) => profiles.has(schedulerName))
  if (group.minCount === null || size >= group.minCount) return null
  return 'waiting for minCount pods from a gang to appear in scheduling queue'
}
