import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { PodGroup } from '../../snapshot/workloads/pod-group.ts'
import { absentKind, type Gap, unionOfGaps } from '../framework/gap.ts'
import type { ProfileSet } from '../framework/profile.ts'
import type { Rejection } from '../framework/status-table.ts'
import { type PreEnqueueResult, preEnqueue } from '../pre-enqueue.ts'
import { noteUnseenPlaces } from '../unseen-priorities.ts'

const PLUGIN = 'GangScheduling'

/** Why a member does not enter the queue, or what it rests on and was not seen. */
type Gate = Pick<PreEnqueueResult, 'gate' | 'gaps'>

const NO_GATE: Gate = { gate: null, gaps: [] }

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
    const found = members.map((pod) => gateOfMember(cluster, profiles, pod))
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
    const isQueued = profiles.has(pod.signature.schedulerName) && !pod.signature.terminating
    if (pod.podGroup === '' || !isQueued) {
      alone.push({ kind: 'pod', pod })
      continue
    }
    const members = membersOf.get(pod.podGroup)
    if (members === undefined) membersOf.set(pod.podGroup, [pod])
    else members.push(pod)
  }
  return { alone, membersOf }
}

/** Stable: members of one priority stay in the order of arrival. */
function byPriority(a: Pod, b: Pod): number {
  return b.signature.priority - a.signature.priority
}

function priorityOf(entity: QueuedEntity): number {
  return entity.kind === 'pod' ? entity.pod.signature.priority : entity.group.priority
}

/** PreEnqueue of a pod that names a group, with GangScheduling after the profile's plugins. */
function gateOfMember(cluster: Cluster, profiles: ProfileSet, pod: Pod): Gate {
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
