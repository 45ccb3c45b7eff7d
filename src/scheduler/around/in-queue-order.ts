import type { Cluster } from '../../snapshot/cluster.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { noteUnseenPlaces } from '../unseen-priorities.ts'
import { compareInQueue, type QueueRules } from './queue-rules.ts'
import { readWaitingPod } from './waiting-pod.ts'

/**
 * Pods in the order in which a queue gives them out, if all came at their creation; those that have a
 * node come first, since they are there already. `objects` are the pods as they were sent.
 */
export function inQueueOrder(
  cluster: Cluster,
  pods: readonly PodToDecide[],
  objects: readonly unknown[],
  rules: QueueRules,
): PodToDecide[] {
  const queued = pods.filter(({ nodeName, isFinished }) => nodeName === '' && !isFinished)
  if (rules.byPriority) noteUnseenPlaces(cluster, queued)
  const placed = pods.map((one, index) => ({
    one,
    hasNode: one.nodeName !== '',
    priority: one.pod.signature.priority,
    sinceMs: readWaitingPod(objects[index]).createdMs,
  }))
  placed.sort((a, b) => Number(b.hasNode) - Number(a.hasNode) || comparePlaces(a, b, rules))
  return placed.map(({ one }) => one)
}

function comparePlaces(
  a: { hasNode: boolean; priority: number; sinceMs: number | null },
  b: { priority: number; sinceMs: number | null },
  rules: QueueRules,
): number {
  return a.hasNode ? 0 : compareInQueue(a, b, rules)
}
