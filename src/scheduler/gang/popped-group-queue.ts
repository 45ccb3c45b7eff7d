import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { type Gap, unionOfGaps } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import { noteUnseenPlaces } from '../unseen-priorities.ts'
import { gateOfMember, POD_GROUP_GATE } from './member-gate.ts'
import { byPriority, isQueued, splitByGate } from './split-by-gate.ts'

/** What is decided at one turn of the queue: a pod, or what waits of the group whose pod was popped. */
export interface PoppedEntity {
  /** Of the group that they name; one pod without. */
  readonly pods: readonly Pod[]
  /** namespace/name of the group, empty without. */
  readonly group: string
}

export interface PoppedQueue {
  readonly entities: readonly PoppedEntity[]
  /** They never enter the queue. */
  readonly gated: ReadonlyMap<Pod, Rejection | null>
  /** Whether they enter the queue cannot be told, for what was not seen. */
  readonly unknown: ReadonlyMap<Pod, readonly Gap[]>
}

/**
 * The queue of a release that queues pods and pops the others of a group with the first of them
 * (podGroupInfoForPod): by priority, then by arrival. Every pod is gated on its own.
 */
export function poppedQueueOf(
  cluster: Cluster,
  profiles: ProfileSet,
  pods: readonly PodToDecide[],
): PoppedQueue {
  const {
    queued: sure,
    gated,
    unknown,
  } = splitByGate(pods, (pod) =>
    isMember(profiles, pod) ? gateOfMember(cluster, profiles, pod, POD_GROUP_GATE) : null,
  )
  // Who is popped with a group decides what becomes of all of it.
  const gapsOf = new Map<string, readonly Gap[]>()
  for (const [{ podGroup }, gaps] of unknown) {
    gapsOf.set(podGroup, unionOfGaps(gapsOf.get(podGroup) ?? [], gaps))
  }
  const queued: Pod[] = []
  for (const pod of sure) {
    const gaps = isMember(profiles, pod) ? gapsOf.get(pod.podGroup) : undefined
    if (gaps === undefined) queued.push(pod)
    else unknown.set(pod, gaps)
  }
  noteUnseenPlaces(cluster, pods)
  queued.sort(byPriority)
  const membersOf = membersInOrder(cluster, profiles, pods, new Set(queued))
  const entities: PoppedEntity[] = []
  const popped = new Set<string>()
  for (const pod of queued) {
    const group = isMember(profiles, pod) ? pod.podGroup : ''
    if (popped.has(group)) continue
    if (group !== '') popped.add(group)
    entities.push({ group, pods: membersOf.get(group) ?? [pod] })
  }
  return { entities, gated, unknown }
}

function isMember(profiles: ProfileSet, pod: Pod): boolean {
  return pod.podGroup !== '' && isQueued(profiles, pod)
}

/**
 * The members of each group by priority, then as they entered the active queue: the one with which
 * minCount are there comes before those that waited for it. Upstream lets the latter in in random
 * order; here they come as they arrived.
 */
function membersInOrder(
  cluster: Cluster,
  profiles: ProfileSet,
  pods: readonly PodToDecide[],
  queued: ReadonlySet<Pod>,
): Map<string, Pod[]> {
  const arrived = new Map<string, Pod[]>()
  for (const { pod } of pods) {
    if (!isMember(profiles, pod)) continue
    const members = arrived.get(pod.podGroup)
    if (members === undefined) arrived.set(pod.podGroup, [pod])
    else members.push(pod)
  }
  const membersOf = new Map<string, Pod[]>()
  for (const [group, members] of arrived) {
    const size = cluster.podGroups.size(group, (schedulerName) => profiles.has(schedulerName))
    const minCount = cluster.podGroups.get(group)?.minCount ?? 0
    const completing = members[minCount - (size - members.length) - 1]
    const entered = completing === undefined ? members : [...new Set([completing, ...members])]
    membersOf.set(group, entered.filter((pod) => queued.has(pod)).sort(byPriority))
  }
  return membersOf
}
