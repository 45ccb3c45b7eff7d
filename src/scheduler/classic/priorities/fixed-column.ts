import type { NodeList, NodeScorer } from '../../plugin.ts'

/** Scores that follow from what pod and nodes are, computed beforehand. */
export class FixedColumn implements NodeScorer {
  readonly reads = 'static'
  private readonly scoreOf: ArrayLike<number>

  constructor(scoreOf: ArrayLike<number>) {
    this.scoreOf = scoreOf
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.scoreOf[node]
    }
    return true
  }
}
