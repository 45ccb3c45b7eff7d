import type { NodeList } from './node-list.ts'
import type { NodeScorer } from './plugin.ts'

/** Of so many nodes: columns of one value, by that value. */
let constants: { readonly nodeCount: number; readonly columns: Map<number, Float64Array> } = {
  nodeCount: 0,
  columns: new Map(),
}
const CONSTANTS_MAX = 16

/** The column of one value for every node, not to be written: all that prefer no node share it. */
export function constantColumn(value: number, nodeCount: number): Float64Array {
  const isOther = constants.nodeCount !== nodeCount
  if (isOther || constants.columns.size > CONSTANTS_MAX)
    constants = { nodeCount, columns: new Map() }
  let column = constants.columns.get(value)
  if (column === undefined) {
    column = new Float64Array(nodeCount).fill(value)
    constants.columns.set(value, column)
  }
  return column
}

export function zeroColumn(nodeCount: number): Float64Array {
  return constantColumn(0, nodeCount)
}

/** Scores that follow from what pod and nodes are, computed beforehand: one column, by node. */
export class StaticScorer implements NodeScorer {
  readonly dependsOn = 'static'
  readonly rawColumn: Float64Array
  readonly everywhere?: number

  constructor(rawColumn: Float64Array, everywhere?: number | undefined) {
    this.rawColumn = rawColumn
    if (everywhere !== undefined) this.everywhere = everywhere
  }

  /** The same 0 for every node, where a plugin takes part and prefers none. */
  static indifferent(nodeCount: number): StaticScorer {
    return new StaticScorer(zeroColumn(nodeCount), 0)
  }

  score(nodes: NodeList, raw: Float64Array): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.rawColumn[node]
    }
  }
}
