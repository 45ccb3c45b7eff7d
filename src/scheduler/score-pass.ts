import type { Pod } from '../snapshot/cluster.ts'
import { NodeRows } from './node-list.ts'
import { SCORE_MAX } from './normalize.ts'
import type { NodeList, NodeScorer } from './plugin.ts'

export interface WeightedScorer {
  readonly plugin: string
  readonly weight: number
  readonly scorer: NodeScorer
}

/** One plugin's columns: raw as scored, score after normalization. */
export interface ScoreColumn extends WeightedScorer {
  readonly raw: Float64Array
  readonly score: Float64Array
  /** PreScore skipped: the plugin takes no part. */
  skipped: boolean
}

/**
 * Every feasible node's score for one kind of pod. What a placement did not change is kept: raw
 * scores of untouched nodes, normalized columns whose inputs are the same, and their sum.
 */
export class ScorePass {
  readonly columns: readonly ScoreColumn[]
  readonly total: Float64Array
  private readonly changedRows: NodeRows

  constructor(scorers: readonly WeightedScorer[], nodeCount: number) {
    this.columns = scorers.map((one) => {
      const raw = new Float64Array(nodeCount)
      const score = one.scorer.normalize === undefined ? raw : new Float64Array(nodeCount)
      return { ...one, raw, score, skipped: false }
    })
    this.total = new Float64Array(nodeCount)
    this.changedRows = new NodeRows(nodeCount)
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { scorer } of this.columns) scorer.podChanged?.(pod, node, sign)
  }

  /** Scores all feasible nodes anew. */
  score(feasible: NodeList): void {
    for (const column of this.columns) scoreColumn(column, feasible)
    this.sum(feasible)
  }

  /** Scores again after pods came to nodes, when the feasible nodes are still the same. */
  rescore(feasible: NodeList, changed: NodeList, isFeasible: (node: number) => boolean): void {
    const rows = this.changedRows
    rows.clear()
    for (let index = 0; index < changed.length; index++) {
      if (isFeasible(changed.at[index])) rows.push(changed.at[index])
    }
    let onlyRows = true
    for (const column of this.columns) {
      const { scorer } = column
      if (scorer.reads === 'cluster') {
        scoreColumn(column, feasible)
        onlyRows = false
      } else if (scorer.reads === 'node' && rows.length > 0) {
        scorer.score(rows, column.raw)
        if (scorer.normalize !== undefined) {
          scorer.normalize(feasible, column.raw, column.score)
          onlyRows = false
        }
      }
    }
    this.sum(onlyRows ? rows : feasible)
  }

  /** What upstream says of the first score that normalization left outside 0 to 100, null for none. */
  invalidScore(feasible: NodeList): string | null {
    for (const { plugin, scorer, score } of this.columns) {
      if (scorer.mayLeaveRange !== true) continue
      for (let index = 0; index < feasible.length; index++) {
        const value = score[feasible.at[index]]
        if (value >= 0 && value <= SCORE_MAX) continue
        return `plugin "${plugin}" returns an invalid score ${value}, it should in the range of [0, ${SCORE_MAX}] after normalizing`
      }
    }
    return null
  }

  private sum(nodes: NodeList): void {
    const { total } = this
    for (let index = 0; index < nodes.length; index++) total[nodes.at[index]] = 0
    for (const { score, weight, skipped } of this.columns) {
      if (skipped) continue
      for (let index = 0; index < nodes.length; index++) {
        const node = nodes.at[index]
        total[node] += score[node] * weight
      }
    }
  }
}

function scoreColumn(column: ScoreColumn, feasible: NodeList): void {
  const { scorer, raw, score } = column
  column.skipped = !scorer.score(feasible, raw)
  if (!column.skipped) scorer.normalize?.(feasible, raw, score)
}
