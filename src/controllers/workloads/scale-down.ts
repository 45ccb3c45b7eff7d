/** What a ReplicaSet knows of one of its pods when it has too many. */
export interface ReplicaPod {
  readonly name: string
  readonly nodeName: string
  readonly phase: string
  readonly isReady: boolean
  readonly deletionCost: number
  readonly createdAtMs: number | null
}

const PHASES = ['Pending', 'Unknown', 'Running']

/**
 * In the order in which a ReplicaSet deletes them (ActivePodsWithRanks), as far as a snapshot tells: not
 * assigned, not running, not ready, cheap, doubled up on a node, without a time of creation, young. Upstream's
 * order by restarts and by how long they are ready is left out, and it compares ages by their logarithm,
 * then UIDs; here names settle the rest.
 */
export function inDeletionOrder<Replica extends ReplicaPod>(pods: readonly Replica[]): Replica[] {
  const onNode = new Map<string, number>()
  for (const { nodeName } of pods) onNode.set(nodeName, (onNode.get(nodeName) ?? 0) + 1)
  const rank = ({ nodeName }: Replica) => (nodeName === '' ? 0 : (onNode.get(nodeName) ?? 0))
  return pods.toSorted(
    (a, b) =>
      Number(a.nodeName !== '') - Number(b.nodeName !== '') ||
      PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase) ||
      Number(a.isReady) - Number(b.isReady) ||
      a.deletionCost - b.deletionCost ||
      rank(b) - rank(a) ||
      Number(a.createdAtMs !== null) - Number(b.createdAtMs !== null) ||
      (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0) ||
      (a.name < b.name ? -1 : 1),
  )
}
