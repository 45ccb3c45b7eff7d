import type { NodeScorer } from '../framework/plugin.ts'

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
