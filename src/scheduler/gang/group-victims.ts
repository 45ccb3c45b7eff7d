import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { sortAsGo } from '../go/go-sort.ts'

/** Pods that leave together: one pod, or a whole group whose disruptionMode is all. */
export interface VictimUnit {
  readonly pods: readonly Pod[]
  readonly priority: number
  /** It belongs to a group. */
  readonly isOfGroup: boolean
  /** When the first of its pods started; pods that have not count as started when they were looked at. */
  readonly startMs: number
  readonly index: number
}

/** Pods on nodes by their group, in the order of the nodes; gathered when first asked for. */
export class RunningMembers {
  private readonly cluster: Cluster
  private byGroup: Map<string, Pod[]> | null = null

  constructor(cluster: Cluster) {
    this.cluster = cluster
  }

  of(group: string): readonly Pod[] {
    this.byGroup ??= this.gather()
    return this.byGroup.get(group) ?? []
  }

  private gather(): Map<string, Pod[]> {
    const byGroup = new Map<string, Pod[]>()
    for (const pods of this.cluster.pods.onNode) {
      for (const pod of pods) {
        const members = byGroup.get(pod.podGroup)
        if (members !== undefined) members.push(pod)
        else if (pod.podGroup !== '') byGroup.set(pod.podGroup, [pod])
      }
    }
    return byGroup
  }
}

/**
 * All that run on these nodes and are less important (getCrossNodesVictims); of a group that leaves as
 * a whole, those on other nodes too.
 */
export function victimsOn(
  cluster: Cluster,
  running: RunningMembers,
  nodes: readonly number[],
  priority: number,
  nowMs: number,
): VictimUnit[] {
  const { onNode } = cluster.pods
  const seen = new Set<string>()
  const units: VictimUnit[] = []
  for (const pod of nodes.flatMap((node) => onNode[node])) {
    const group = cluster.podGroups.get(pod.podGroup)
    const isWhole = group?.isDisruptedWhole === true
    if (isWhole && seen.has(pod.podGroup)) continue
    if (isWhole) seen.add(pod.podGroup)
    const unitPriority = priorityAmongGroups(cluster, pod)
    if (unitPriority >= priority) continue
    const pods = isWhole ? running.of(pod.podGroup) : [pod]
    units.push({
      pods,
      priority: unitPriority,
      isOfGroup: pod.podGroup !== '',
      startMs: pods.reduce((first, one) => Math.min(first, one.startTimeMs ?? nowMs), Infinity),
      index: units.length,
    })
  }
  return units
}

/** A pod of a group is as important as its group. */
export function priorityAmongGroups({ podGroups }: Cluster, { podGroup, signature }: Pod): number {
  return podGroups.get(podGroup)?.priority ?? signature.priority
}

/** Whether any pod of a unit is one of these. */
export function holdsAny(pods: ReadonlySet<Pod>): (unit: VictimUnit) => boolean {
  return (unit) => unit.pods.some((pod) => pods.has(pod))
}

/** The most important first (MoreImportantVictim). */
export function sortVictims(units: VictimUnit[]): void {
  sortAsGo(units, (a, b) => {
    if (a.priority !== b.priority) return a.priority > b.priority
    if (a.isOfGroup !== b.isOfGroup) return a.isOfGroup
    if (a.pods.length !== b.pods.length) return a.pods.length > b.pods.length
    return a.startMs === b.startMs && hasNotStarted(a) && hasNotStarted(b)
      ? a.index < b.index
      : a.startMs < b.startMs
  })
}

function hasNotStarted({ pods }: VictimUnit): boolean {
  return pods.every(({ startTimeMs }) => startTimeMs === null)
}
