import type { NodeReach } from '../../../snapshot/devices/device.ts'
import { matchNodeSelector } from '../../../snapshot/nodes/node-match.ts'
import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import type { NodeRequirement } from '../../../snapshot/selectors/node-requirement.ts'
import type { NodeSelector } from '../../../snapshot/selectors/node-selector.ts'
import { aggregated } from '../../../snapshot/selectors/requirement-problems.ts'

/** From which nodes a slice or a device can be reached (NodeMatches). */
export type Reach =
  | { readonly kind: 'none' | 'all' }
  /** `node` is -1 when there is no such node. */
  | { readonly kind: 'one'; readonly node: number }
  | { readonly kind: 'some'; readonly match: Uint8Array }
  | { readonly kind: 'error'; readonly message: string }

/** Works out reaches; like selectors are matched once. */
export class Reaches {
  private readonly nodes: Nodes
  private readonly known = new Map<string, Reach>()

  constructor(nodes: Nodes) {
    this.nodes = nodes
  }

  of({ nodeName, allNodes, nodeSelector }: NodeReach): Reach {
    if (nodeName !== null && nodeName !== '') {
      return { kind: 'one', node: this.nodes.rowOf.get(nodeName) ?? -1 }
    }
    if (allNodes) return { kind: 'all' }
    return nodeSelector === null ? { kind: 'none' } : this.ofSelector(nodeSelector)
  }

  private ofSelector(selector: NodeSelector): Reach {
    const key = JSON.stringify(selector)
    let reach = this.known.get(key)
    if (reach === undefined) {
      const problem = problemOf(selector)
      reach =
        problem === null
          ? { kind: 'some', match: matchNodeSelector(selector, this.nodes) }
          : { kind: 'error', message: problem }
      this.known.set(key, reach)
    }
    return reach
  }
}

export function reaches(reach: Reach, node: number): boolean {
  if (reach.kind === 'some') return reach.match[node] === 1
  return reach.kind === 'all' || (reach.kind === 'one' && reach.node === node)
}

function problemOf(selector: NodeSelector): string | null {
  const problems = selector.flatMap(({ malformed }) => malformed ?? [])
  if (problems.length === 0) return null
  return `failed to parse node selector ${selectorText(selector)}: ${aggregated(problems)}`
}

/** As generated code of the API prints a selector. */
function selectorText(selector: NodeSelector): string {
  const terms = selector.map(
    ({ expressions, fields }) =>
      `NodeSelectorTerm{MatchExpressions:${requirementsText(expressions)},MatchFields:${requirementsText(fields)},},`,
  )
  return `&NodeSelector{NodeSelectorTerms:[]NodeSelectorTerm{${terms.join('')}},}`
}

function requirementsText(requirements: readonly NodeRequirement[]): string {
  const texts = requirements.map(
    ({ key, operator, values }) =>
      `NodeSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  )
  return `[]NodeSelectorRequirement{${texts.join('')}}`
}
