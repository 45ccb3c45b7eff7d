import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { kubectlGet } from '../snapshot/snapshot-resources.ts'
import type { Gap } from './framework/gap.ts'

/** The admission plugin that gives pods their priority. */
const PLUGIN = 'Priority'

/** Who displaces whom, and who makes room for whom, rests on PriorityClasses that were not seen. */
export function unseenPriorities({ unseenPriorityClasses }: Cluster): readonly Gap[] {
  return Array.from(unseenPriorityClasses, (name) => ({
    kind: 'PriorityClass',
    plugin: PLUGIN,
    why:
      name === ''
        ? 'PriorityClasses that were not read may give pods without a class their priority'
        : `PriorityClass ${name} was not seen`,
    command: kubectlGet('priorityClasses'),
  }))
}

/** Tells of those of several pods that are queued by a priority that was not seen. */
export function noteUnseenPlaces(cluster: Cluster, queued: readonly { readonly pod: Pod }[]): void {
  const unseen = queued.filter(({ pod }) => pod.signature.isPriorityUnseen)
  if (unseen.length === 0 || queued.length === 1) return
  cluster.note({
    what: 'order of the queue',
    kind: 'PriorityClass',
    pods: unseen.length,
    affects: 'outcome',
    reason: 'their PriorityClasses were not seen; they are in the queue as if of priority 0',
  })
}
