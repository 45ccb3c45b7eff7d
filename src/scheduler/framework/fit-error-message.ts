import type { StatusTable } from './status-table.ts'

/** framework.FitError: every reason of every node counted, the texts sorted as strings ("10 x" before "2 y"). */
export function fitErrorMessage(nodeCount: number, counts: ReadonlyMap<string, number>): string {
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort(byCodeUnit)
  const head = `0/${nodeCount} nodes are available:`
  return parts.length === 0 ? head : `${head} ${parts.join(', ')}.`
}

export function preFilterMessage(nodeCount: number, reasons: readonly string[]): string {
  return `0/${nodeCount} nodes are available: ${reasons.join(', ')}.`
}

/** Nodes by reason, over all verdicts. */
export function countReasons(verdict: Int32Array, statuses: StatusTable): Map<string, number> {
  const nodesById = new Int32Array(statuses.size)
  for (let node = 0; node < verdict.length; node++) nodesById[verdict[node]]++
  const counts = new Map<string, number>()
  for (let id = 1; id < nodesById.length; id++) {
    if (nodesById[id] === 0) continue
    for (const reason of statuses.get(id).reasons) {
      counts.set(reason, (counts.get(reason) ?? 0) + nodesById[id])
    }
  }
  return counts
}

/** Go sorts strings by bytes; for the ASCII texts of the scheduler code units give the same order. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
