import type { Cluster, Pod } from '../../snapshot/cluster.ts'
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

/** All that run in the cluster and are less important than the group (getCrossNodesVictims). */
export function potentialVictims(cluster: Cluster, priority: number, nowMs: number): VictimUnit[] {
  const units: VictimUnit[] = []
  const seen = new Set<string>()
  const wholeGroups = new Map<string, Pod[]>()
  for (const pod of cluster.pods.onNode.flat()) {
    if (pod.podGroup === '') continue
    const pods = wholeGroups.get(pod.podGroup)
    if (pods === undefined) wholeGroups.set(pod.podGroup, [pod])
    else pods.push(pod)
  }
  for (const pod of cluster.pods.onNode.flat()) {
    const group = cluster.podGroups.get(pod.podGroup)
    const isWhole = group?.isDisruptedWhole === true
    if (isWhole && seen.has(pod.podGroup)) continue
    if (isWhole) seen.add(pod.podGroup)
    const pods = isWhole ? (wholeGroups.get(pod.podGroup) ?? [pod]) : [pod]
    units.push({
      pods,
      priority: group?.priority ?? pod.signature.priority,
      isOfGroup: pod.podGroup !== '',
      startMs: pods.reduce((first, one) => Math.min(first, one.startTimeMs ?? nowMs), Infinity),
      index: units.length,
    })
  }
  return units.filter((unit) => unit.priority < priority)
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
