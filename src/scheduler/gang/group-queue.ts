import type { PodToDecide } from '../../snapshot/builder.ts'
import type { Cluster, Pod } from '../../snapshot/cluster.ts'
import type { PodGroup } from '../../snapshot/workloads/pod-group.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import { gateOf } from '../pre-enqueue.ts'

/** What the queue hands out as one: a pod, or the pods of a group in their order. */
export type QueuedEntity =
  | { readonly kind: 'pod'; readonly pod: Pod }
  | { readonly kind: 'group'; readonly group: PodGroup; readonly members: readonly Pod[] }

export interface GroupQueue {
  readonly entities: readonly QueuedEntity[]
  /** They never enter the queue; null: another member of the group keeps it out. */
  readonly gated: ReadonlyMap<Pod, Rejection | null>
}

/** The queue with every pod in it: by priority, then by the arrival of the first (PrioritySort). */
export function queueOf(
  cluster: Cluster,
  profiles: ProfileSet,
  pods: readonly PodToDecide[],
): GroupQueue {
  const gated = new Map<Pod, Rejection | null>()
  const alone: QueuedEntity[] = []
  const membersOf = new Map<string, Pod[]>()
  const arrival = new Map<Pod, number>(pods.map(({ pod }, index) => [pod, index]))
  for (const { pod } of pods) {
    const isQueued = profiles.has(pod.signature.schedulerName) && !pod.signature.terminating
    if (pod.podGroup === '' || !isQueued) {
      alone.push({ kind: 'pod', pod })
      continue
    }
    const members = membersOf.get(pod.podGroup)
    if (members === undefined) membersOf.set(pod.podGroup, [pod])
    else members.push(pod)
  }
  const groups: QueuedEntity[] = []
  for (const [key, members] of membersOf) {
    const group = cluster.podGroups.get(key)
    const gates = members.map((pod) => gateOfMember(cluster, profiles, pod))
    // One gated member keeps all of them out.
    if (group === undefined || gates.some((gate) => gate !== null)) {
      for (const [index, pod] of members.entries()) gated.set(pod, gates[index])
    } else groups.push({ kind: 'group', group, members: members.sort(byPriority) })
  }
  const first = (entity: QueuedEntity) =>
    entity.kind === 'pod'
      ? (arrival.get(entity.pod) ?? 0)
      : Math.min(...entity.members.map((pod) => arrival.get(pod) ?? 0))
  const entities = [...alone, ...groups].sort(
    (a, b) => priorityOf(b) - priorityOf(a) || first(a) - first(b),
  )
  return { entities, gated }
}

/** Stable: members of one priority stay in the order of arrival. */
function byPriority(a: Pod, b: Pod): number {
  return b.signature.priority - a.signature.priority
}

function priorityOf(entity: QueuedEntity): number {
  return entity.kind === 'pod' ? entity.pod.signature.priority : entity.group.priority
}

/** PreEnqueue of a pod that names a group, with GangScheduling after the profile's plugins. */
function gateOfMember(cluster: Cluster, profiles: ProfileSet, pod: Pod): Rejection | null {
  const profile = profiles.get(pod.signature.schedulerName)
  const gate = profile === undefined ? null : gateOf(cluster, profile, pod)
  if (gate !== null) return gate
  const reason = gangGate(cluster, profiles, pod)
  if (reason === null) return null
  return { plugin: 'GangScheduling', code: 'UnschedulableAndUnresolvable', reasons: [reason] }
}

/** GangScheduling's PreEnqueue. */
function gangGate(cluster: Cluster, profiles: ProfileSet, { podGroup: key }: Pod): string | null {
  const { podGroups } = cluster.readBy('GangScheduling', 'outcome')
  const group = podGroups.get(key)
  if (group === undefined) {
    const name = key.slice(key.indexOf('/') + 1)
    return `waiting for pods's pod group ${JSON.stringify(name)} to appear in scheduling queue`
  }
  const size = podGroups.size(key, (schedulerName) => profiles.has(schedulerName))
  if (group.minCount === null || size >= group.minCount) return null
  return 'waiting for minCount pods from a gang to appear in scheduling queue'
}
