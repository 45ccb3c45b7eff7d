import type { Labels } from '../selectors/label-selector.ts'
import {
  fieldAccepts,
  type NodeRequirement,
  requirementAccepts,
} from '../selectors/node-requirement.ts'
import {
  isEmptyTerm,
  type NodeSelector,
  type NodeSelectorTerm,
} from '../selectors/node-selector.ts'
import type { Nodes } from './nodes.ts'

/** One byte a node: 1 where the requirements hold. Each distinct label value is judged once. */
export type NodeMatch = Uint8Array

export function matchNodeSelectorTerm(term: NodeSelectorTerm, nodes: Nodes): NodeMatch {
  const match = new Uint8Array(nodes.count)
  if (term.malformed !== null || isEmptyTerm(term)) return match
  match.fill(1)
  for (const requirement of term.expressions) keepAccepted(match, requirement, nodes)
  for (const requirement of term.fields) {
    for (let node = 0; node < nodes.count; node++) {
      if (!fieldAccepts(requirement, nodes.names[node])) match[node] = 0
    }
  }
  return match
}

/** Terms are alternatives. */
export function matchNodeSelector(selector: NodeSelector, nodes: Nodes): NodeMatch {
  const match = new Uint8Array(nodes.count)
  for (const term of selector) {
    const termMatch = matchNodeSelectorTerm(term, nodes)
    for (let node = 0; node < nodes.count; node++) match[node] |= termMatch[node]
  }
  return match
}

/** The pod's nodeSelector and its required node affinity together. */
export function matchRequired(
  nodeSelector: Labels,
  required: NodeSelector | null,
  nodes: Nodes,
): NodeMatch {
  const match =
    required === null ? new Uint8Array(nodes.count).fill(1) : matchNodeSelector(required, nodes)
  for (const [key, value] of nodeSelector) {
    keepAccepted(match, { key, operator: 'In', values: [value] }, nodes)
  }
  return match
}

function keepAccepted(match: NodeMatch, requirement: NodeRequirement, nodes: Nodes): void {
  const column = nodes.labelColumn(requirement.key)
  const accepted = Uint8Array.from(column.values, (value, id) =>
    Number(requirementAccepts(requirement, id === 0 ? undefined : value)),
  )
  for (let node = 0; node < nodes.count; node++) match[node] &= accepted[column.valueId[node]]
}
