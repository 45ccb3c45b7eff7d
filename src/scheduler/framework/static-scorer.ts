import type { NodeList } from './node-list.ts'
import type { NodeScorer } from './plugin.ts'

/** Of so many nodes; read only, and so shared by all that prefer no node. */
let zeros = new Float64Array(0)

/** The column of 0 for every node, not to be written. */
export function zeroColumn(nodeCount: number): Float64Array {
  if (zeros.length !== nodeCount) zeros = new Float64Array(nodeCount)
  return zeros
}

/** Scores that follow from what pod and nodes are, computed beforehand: one column, by node. */
export class StaticScorer implements NodeScorer {
  readonly dependsOn = 'static'
  readonly rawColumn: Float64Array

  constructor(rawColumn: Float64Array) {
    this.rawColumn = rawColumn
  }

  /** The same 0 for every node, where a plugin takes part and prefers none. */
  static indifferent(nodeCount: number): StaticScorer {
    return new StaticScorer(zeroColumn(nodeCount))
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.rawColumn[node]
    }
    return true
  }
}
