import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { absentKind } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import { type PreEnqueueResult, preEnqueue } from '../pre-enqueue.ts'

const PLUGIN = 'GangScheduling'
const TOO_FEW = 'waiting for minCount pods from a gang to appear in scheduling queue'

/** Why a member does not enter the queue, or what it rests on and was not seen. */
export type Gate = Pick<PreEnqueueResult, 'gate' | 'gaps'>

/** Where a release keeps its groups, and why GangScheduling's PreEnqueue keeps a member out; null: it does not. */
export interface GangGate {
  readonly kind: 'podGroups' | 'workloads'
  readonly whyNot: (cluster: Cluster, pod: Pod, isResponsible: IsResponsible) => string | null
}

type IsResponsible = (schedulerName: string) => boolean

const NO_GATE: Gate = { gate: null, gaps: [] }

/** PreEnqueue of a pod that names a group, with GangScheduling after the profile's plugins. */
export function gateOfMember(
  cluster: Cluster,
  profiles: ProfileSet,
  pod: Pod,
  { kind, whyNot }: GangGate,
): Gate {
  const profile = profiles.get(pod.signature.schedulerName)
  const own = profile === undefined ? NO_GATE : preEnqueue(cluster, profile, pod)
  if (own.gate !== null) return own
  const view = cluster.readBy(PLUGIN, 'outcome')
  if (view.isUnknown(kind)) return { gate: null, gaps: [...own.gaps, absentKind(kind, PLUGIN)] }
  const reason = whyNot(view, pod, (schedulerName) => profiles.has(schedulerName))
  if (reason === null) return own
  const gate = { plugin: PLUGIN, code: 'UnschedulableAndUnresolvable', reasons: [reason] } as const
  return { gate, gaps: [] }
}

/** Since 1.36: a group is an object of its own. */
export const POD_GROUP_GATE: GangGate = {
  kind: 'podGroups',
  whyNot({ podGroups }, { podGroup: key }, isResponsible) {
    const group = podGroups.get(key)
    if (group === undefined) {
      const name = key.slice(key.indexOf('/') + 1)
      return `waiting for pods's pod group ${JSON.stringify(name)} to appear in scheduling queue`
    }
    const { minCount } = group
    return minCount === null || podGroups.size(key, isResponsible) >= minCount ? null : TOO_FEW
  },
}

/** 1.35: a group is a part of a Workload, and pods of other schedulers count in it too. */
export const WORKLOAD_GATE: GangGate = {
  kind: 'workloads',
  whyNot({ podGroups, workloadGroups }, { workloadRef }) {
    if (workloadRef === null) return null
    const { workload, name, podGroup, group } = workloadRef
    const policies = workloadGroups.get(workload)
    const quoted = JSON.stringify(name)
    if (policies === undefined) {
      return `waiting for pods's workload ${quoted} to appear in scheduling queue`
    }
    const minCount = policies.get(podGroup)
    if (minCount === undefined) {
      return `pod group ${JSON.stringify(podGroup)} doesn't exist for a workload ${quoted}`
    }
    return minCount === null || podGroups.size(group, () => true) >= minCount ? null : TOO_FEW
  },
}
