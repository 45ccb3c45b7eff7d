import { type NodeRequirement, requirementAccepts } from '../selectors/node-requirement.ts'
import type { NodeSelectorTerm } from '../selectors/node-selector.ts'
import type { Nodes } from './nodes.ts'

/** Rows of nodes by label value, for selectors that pick out few of many nodes. */
export class NodesByLabel {
  private readonly nodes: Nodes
  private readonly byKey = new Map<string, ReadonlyMap<string, readonly number[]>>()

  constructor(nodes: Nodes) {
    this.nodes = nodes
  }

  /** Rows that meet a well-formed term of labels, in order; null when it names no values to start from. */
  meeting({ expressions }: NodeSelectorTerm): number[] | null {
    const named = expressions.find(({ operator }) => operator === 'In')
    if (named === undefined) return null
    const byValue = this.rowsByValue(named.key)
    const rows = [...new Set(named.values)].flatMap((value) => byValue.get(value) ?? [])
    return rows.filter((node) => this.accepts(node, expressions)).sort((a, b) => a - b)
  }

  private accepts(node: number, requirements: readonly NodeRequirement[]): boolean {
    return requirements.every((one) => requirementAccepts(one, this.nodes.label(node, one.key)))
  }

  private rowsByValue(key: string): ReadonlyMap<string, readonly number[]> {
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    const { valueId, values } = this.nodes.labelColumn(key)
    const rows: number[][] = values.map(() => [])
    for (let node = 0; node < valueId.length; node++) rows[valueId[node]].push(node)
    // Entry 0 stands for nodes without the label.
    const byValue = new Map(values.map((value, id) => [value, id === 0 ? [] : rows[id]]))
    this.byKey.set(key, byValue)
    return byValue
  }
}
