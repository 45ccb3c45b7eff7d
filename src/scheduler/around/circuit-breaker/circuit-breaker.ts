import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import type { CircuitRules, PodFeedback } from './circuit-rules.ts'
import { type NodeCircuit, replayNodes } from './node-circuits.ts'
import { type OwnerCircuit, replayOwners } from './owner-circuits.ts'
import { withheldMax, withheldNodes } from './withheld-nodes.ts'

/** Where every circuit stands at one time, from all that was told. */
export interface CircuitBreaker {
  readonly rules: CircuitRules
  readonly owners: ReadonlyMap<string, OwnerCircuit>
  readonly nodes: ReadonlyMap<string, NodeCircuit>
  /** Names of the nodes that the plugin keeps pods off. */
  readonly withheld: readonly string[]
  readonly withheldMax: number
  /** Not closed either, but too many. */
  readonly capped: readonly string[]
}

/** `feedback` comes in any order; nothing in it is later than `nowMs`. */
export function replayFeedback(
  feedback: readonly PodFeedback[],
  rules: CircuitRules,
  nowMs: number,
  rows: Nodes['rowOf'],
): CircuitBreaker {
  const inOrder = feedback.toSorted((a, b) => a.timeMs - b.timeMs)
  const owners = replayOwners(inOrder, rules, nowMs)
  const nodes = replayNodes(inOrder, owners, rules, nowMs)
  const max = withheldMax(rows.size, rules)
  return { rules, owners, nodes, withheldMax: max, ...withheldNodes(nodes, rows, max) }
}
