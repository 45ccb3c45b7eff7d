import type { Pod } from '../../snapshot/cluster.ts'
import type { FeasibleNodes } from '../filter/feasible-nodes.ts'
import type { NodeList } from '../framework/node-list.ts'
import { NodeRows } from '../framework/node-list.ts'
import { SCORE_MAX } from '../framework/normalize.ts'
import type { NodeScorer } from '../framework/plugin.ts'
import { FITS } from '../framework/status-table.ts'
import { firstBest } from './tie-break.ts'
import { Tournament } from './tournament.ts'

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
 * scores of untouched nodes, normalized columns whose inputs are the same, and their sums.
 */
export class ScoreState {
  /** In the profile's order. */
  readonly columns: readonly ScoreColumn[]
  readonly total: Float64Array
  private readonly local: readonly ScoreColumn[]
  private readonly global: readonly ScoreColumn[]
  /** The part of the total that follows from the node alone. */
  private readonly localTotal: Float64Array
  /** One byte a node: its raw scores of the local columns are as they should be. */
  private readonly isScored: Uint8Array
  private readonly changed: NodeRows
  private readonly rows: NodeRows
  private feasible: FeasibleNodes | null = null
  /** Kept while only single totals change; built when that first happens. */
  private tournament: Tournament | null = null

  constructor(scorers: readonly WeightedScorer[], nodeCount: number) {
    this.columns = scorers.map((one) => {
      const raw = one.scorer.rawColumn ?? new Float64Array(nodeCount)
      const score = one.scorer.normalize === undefined ? raw : new Float64Array(nodeCount)
      return { ...one, raw, score, skipped: false }
    })
    this.local = this.columns.filter(({ scorer }) => scorer.dependsOn !== 'cluster')
    this.global = this.columns.filter(({ scorer }) => scorer.dependsOn === 'cluster')
    this.total = new Float64Array(nodeCount)
    this.localTotal = new Float64Array(nodeCount)
    this.isScored = new Uint8Array(nodeCount)
    this.changed = new NodeRows(nodeCount)
    this.rows = new NodeRows(nodeCount)
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { scorer } of this.columns) scorer.podChanged?.(pod, node, sign)
    if (this.isScored[node] === 0) return
    this.isScored[node] = 0
    this.changed.push(node)
  }

  /** Brings the scores of the feasible nodes up to date; the same list object is the same nodes. */
  score(feasible: FeasibleNodes, verdict: Int32Array): void {
    const isSame = feasible === this.feasible
    this.feasible = feasible
    this.collectUnscored(isSame ? this.changed : feasible, verdict)
    this.changed.clear()
    const changedLocally = this.scoreLocally(feasible, isSame)
    sum(this.local, changedLocally, null, this.localTotal)
    const isGlobal = this.scoreGlobally(feasible, isSame)
    const changed = isSame && !isGlobal ? changedLocally : feasible
    sum(this.global, changed, this.localTotal, this.total)
    this.rank(feasible, changed)
  }

  /** The best node, the first in upstream's heap where several are; the list that was scored last. */
  best(feasible: FeasibleNodes): number {
    return this.tournament?.best ?? firstBest(feasible.inHeapOrder, this.total)
  }

  private rank(feasible: FeasibleNodes, changed: NodeList): void {
    if (changed === feasible) {
      this.tournament = null
      return
    }
    if (this.tournament === null) {
      this.tournament = new Tournament(feasible.inHeapOrder, this.total)
      return
    }
    for (let index = 0; index < changed.length; index++) this.tournament.update(changed.at[index])
  }

  private collectUnscored(nodes: NodeList, verdict: Int32Array): void {
    const { rows, isScored } = this
    rows.clear()
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (isScored[node] === 1 || verdict[node] !== FITS) continue
      isScored[node] = 1
      rows.push(node)
    }
  }

  /** Returns the nodes whose local total must be made anew. */
  private scoreLocally(feasible: NodeList, isSame: boolean): NodeList {
    const { rows } = this
    let changed: NodeList = rows
    for (const column of this.local) {
      const { scorer, raw, score } = column
      if (rows.length > 0 && scorer.rawColumn === undefined)
        column.skipped = !scorer.score(rows, raw)
      if (scorer.normalize === undefined) continue
      if (isSame && (rows.length === 0 || scorer.dependsOn === 'static')) continue
      scorer.normalize(feasible, raw, score)
      changed = feasible
    }
    return changed
  }

  /** True when some column changed. */
  private scoreGlobally(feasible: NodeList, isSame: boolean): boolean {
    let isChanged = false
    for (const column of this.global) {
      const { scorer, raw, score } = column
      if (isSame && scorer.isStale?.() === false) continue
      const wasSkipped = column.skipped
      column.skipped = !scorer.score(feasible, raw)
      if (!column.skipped) scorer.normalize?.(feasible, raw, score)
      isChanged ||= !(wasSkipped && column.skipped)
    }
    return isChanged
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
}

/** Writes `base` and the weighted scores of some columns into `total`. */
function sum(
  columns: readonly ScoreColumn[],
  nodes: NodeList,
  base: Float64Array | null,
  total: Float64Array,
): void {
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at[index]
    total[node] = base === null ? 0 : base[node]
  }
  for (const { score, weight, skipped } of columns) {
    if (skipped) continue
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      total[node] += score[node] * weight
    }
  }
}
