import type { CircuitRules } from './circuit-rules.ts'
import type { NodeCircuit } from './node-circuits.ts'

/** Most circuits of nodes that may stand open at once: some share, at least one, never all. */
export function withheldMax(nodeCount: number, { maxOpenShare }: CircuitRules): number {
  const share = Math.max(1, Math.floor(maxOpenShare * nodeCount))
  return maxOpenShare === 0 ? 0 : Math.max(0, Math.min(share, nodeCount - 1))
}

/**
 * The nodes of the snapshot whose circuits are not closed, as many as may be: where there are more,
 * the fault is hardly with the nodes. Those with the most owners that failed are kept, then those
 * with the most failures, then the latest.
 */
export function withheldNodes(
  nodes: ReadonlyMap<string, NodeCircuit>,
  rows: ReadonlyMap<string, number>,
  max: number,
): { readonly withheld: readonly string[]; readonly capped: readonly string[] } {
  const names = [...nodes.keys()].filter(
    (name) => rows.has(name) && nodes.get(name)?.circuit.state !== 'closed',
  )
  const ranks = new Map(names.map((name) => [name, rankOf(nodes.get(name))]))
  const inOrder = names.sort((a, b) => compare(ranks.get(a) ?? [], ranks.get(b) ?? []))
  return { withheld: inOrder.slice(0, max), capped: inOrder.slice(max) }
}

function rankOf(node: NodeCircuit | undefined): readonly number[] {
  if (node === undefined) return []
  const { circuit, failures, lastFailureMs } = node
  return [Number(circuit.state === 'open'), failures.distinct, failures.total, lastFailureMs]
}

/** The greater first; among equals the order of the feedback stands. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index++) {
    const order = (b[index] ?? 0) - a[index]
    if (order !== 0) return order
  }
  return 0
}
