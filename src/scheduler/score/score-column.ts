import type { NodeScorer } from '../framework/plugin.ts'
import { constantColumn } from '../framework/static-scorer.ts'

export interface WeightedScorer {
  readonly plugin: string
  readonly weight: number
  readonly scorer: NodeScorer
}

/** One plugin's columns: raw as scored, score after normalization; made when they are first needed. */
export class ScoreColumn implements WeightedScorer {
  readonly plugin: string
  readonly weight: number
  readonly scorer: NodeScorer
  /** PreScore skipped: the plugin takes no part. */
  skipped = false
  private readonly nodeCount: number
  private ownRaw: Float64Array | null = null
  private ownScore: Float64Array | null = null

  constructor({ plugin, weight, scorer }: WeightedScorer, nodeCount: number) {
    this.plugin = plugin
    this.weight = weight
    this.scorer = scorer
    this.nodeCount = nodeCount
  }

  get raw(): Float64Array {
    const { rawColumn } = this.scorer
    if (rawColumn !== undefined) return rawColumn
    this.ownRaw ??= new Float64Array(this.nodeCount)
    return this.ownRaw
  }

  get score(): Float64Array {
    const { normalize, everywhere } = this.scorer
    if (everywhere !== undefined) return constantColumn(everywhere, this.nodeCount)
    if (normalize === undefined) return this.raw
    this.ownScore ??= new Float64Array(this.nodeCount)
    return this.ownScore
  }
}
