import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { PodGroup } from '../../snapshot/workloads/pod-group.ts'
import { type Gap, unionOfGaps } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import { noteUnseenPlaces } from '../unseen-priorities.ts'
import { gateOfMember, POD_GROUP_GATE } from './member-gate.ts'
import { byPriority, isQueued } from './split-by-gate.ts'

/** What the queue hands out as one: a pod, or the pods of a group in their order. */
export type QueuedEntity =
  | { readonly kind: 'pod'; readonly pod: Pod }
  | { readonly kind: 'group'; readonly group: PodGroup; readonly members: readonly Pod[] }

export interface GroupQueue {
  readonly entities: readonly QueuedEntity[]
  /** They never enter the queue; null: another member of the group keeps it out. */
  readonly gated: ReadonlyMap<Pod, Rejection | null>
  /** Whether they enter the queue cannot be told, for what was not seen. */
  readonly unknown: ReadonlyMap<Pod, readonly Gap[]>
}

/** The queue with every pod in it: by priority, then by the arrival of the first (PrioritySort). */
export function queueOf(
  cluster: Cluster,
  profiles: ProfileSet,
  pods: readonly PodToDecide[],
): GroupQueue {
  const gated = new Map<Pod, Rejection | null>()
  const unknown = new Map<Pod, readonly Gap[]>()
  const { alone, membersOf } = split(profiles, pods)
  const arrival = new Map<Pod, number>(pods.map(({ pod }, index) => [pod, index]))
  const groups: QueuedEntity[] = []
  for (const [key, members] of membersOf) {
    const group = cluster.podGroups.get(key)
    const found = members.map((pod) => gateOfMember(cluster, profiles, pod, POD_GROUP_GATE))
    const gaps = unionOfGaps(...found.map((one) => one.gaps))
    // One gated member keeps all of them out.
    if (found.some(({ gate }) => gate !== null)) {
      for (const [index, pod] of members.entries()) gated.set(pod, found[index].gate)
    } else if (group === undefined || gaps.length > 0) {
      for (const pod of members) unknown.set(pod, gaps)
    } else groups.push({ kind: 'group', group, members: members.sort(byPriority) })
  }
  noteUnseenPlaces(cluster, pods)
  const first = (entity: QueuedEntity) =>
    entity.kind === 'pod'
      ? (arrival.get(entity.pod) ?? 0)
      : Math.min(...entity.members.map((pod) => arrival.get(pod) ?? 0))
  const entities = [...alone, ...groups].sort(
    (a, b) => priorityOf(b) - priorityOf(a) || first(a) - first(b),
  )
  return { entities, gated, unknown }
}

/** Pods that are decided alone, and those of each group that they name. */
function split(profiles: ProfileSet, pods: readonly PodToDecide[]) {
  const alone: QueuedEntity[] = []
  const membersOf = new Map<string, Pod[]>()
  for (const { pod } of pods) {
    if (pod.podGroup === '' || !isQueued(profiles, pod)) {
      alone.push({ kind: 'pod', pod })
      continue
    }
    const members = membersOf.get(pod.podGroup)
    if (members === undefined) membersOf.set(pod.podGroup, [pod])
    else members.push(pod)
  }
  return { alone, membersOf }
}

function priorityOf(entity: QueuedEntity): number {
  return entity.kind === 'pod' ? entity.pod.signature.priority : entity.group.priority
}
