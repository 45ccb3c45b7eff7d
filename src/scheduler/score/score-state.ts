import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import type { FeasibleNodes } from '../filter/feasible-nodes.ts'
import { type NodeList, type NodeRows, WORK_ROWS } from '../framework/node-list.ts'
import { NodeMarks } from '../framework/node-marks.ts'
import { SCORE_MAX } from '../framework/normalize.ts'
import type { NodeScorer } from '../framework/plugin.ts'
import { zeroColumn } from '../framework/static-scorer.ts'
import { FITS } from '../framework/status-table.ts'
import { GroupedScores } from './grouped-scores.ts'
import { ScoreColumn, type WeightedScorer } from './score-column.ts'
import { firstBest } from './tie-break.ts'
import { addColumns, sumColumns, totalOf } from './weighted-sum.ts'

/** To make groups takes as long as to look at all nodes so many times. */
const FULL_PASSES_MIN = 8
/** More changes than one in so many nodes are not worth following one by one. */
const NODES_A_CHANGE_MIN = 64

/**
 * Every feasible node's score for one kind of pod. What a placement did not change is kept, and while
 * only single nodes change, the best is found without a look at the others; whoever then wants to see
 * all scores has them made.
 */
export class ScoreState {
  private readonly nodeCount: number
  /** Those that are to be told of pods that come and go. */
  private readonly counting: readonly NodeScorer[]
  private readonly all: readonly ScoreColumn[]
  /** Of a node alone: neither normalized nor following from what runs elsewhere, nor known beforehand. */
  private readonly own: readonly ScoreColumn[]
  private readonly shared: readonly ScoreColumn[]
  /** Of the unshared columns that are known beforehand. */
  private readonly fixedTotal: Float64Array
  private readonly ownTotal: Float64Array
  /** Of the shared columns, when all nodes were last scored; null while none takes part. */
  private sharedTotal: Float64Array | null = null
  private sharedColumn: Float64Array | null = null
  /** The sum of both, made when somebody asks. */
  private allTotal: Float64Array | null = null
  private isSummed = false
  /** One byte a node: its raw scores are as they should be, but for those of global columns. */
  private readonly isScored: Uint8Array
  private isNoneScored = true
  /** Nodes to look at again. */
  private readonly changed: NodeMarks
  private readonly rows: NodeRows = WORK_ROWS
  private feasible: FeasibleNodes | null = null
  private hasFlips = false
  /** The shared scores of all feasible nodes are as they should be, not only those of groups. */
  private isComplete = false
  /** Made when often only single nodes changed. */
  private grouped: GroupedScores | null = null
  private mayGroup: boolean
  private fullPasses = 0

  constructor(scorers: readonly WeightedScorer[], nodeCount: number) {
    this.nodeCount = nodeCount
    this.all = scorers.map((one) => new ScoreColumn(one, nodeCount))
    this.counting = scorers
      .map(({ scorer }) => scorer)
      .filter(({ podChanged }) => podChanged !== undefined)
    const unshared = this.all.filter((column) => !isShared(column))
    this.own = unshared.filter(({ scorer }) => scorer.rawColumn === undefined)
    this.fixedTotal = totalOf(unshared, nodeCount)
    this.shared = this.all.filter(isShared)
    this.mayGroup = GroupedScores.arePossible(this.shared)
    this.ownTotal = new Float64Array(nodeCount)
    this.isScored = new Uint8Array(nodeCount)
    this.changed = new NodeMarks(nodeCount)
  }

  /** In the profile's order. */
  get columns(): readonly ScoreColumn[] {
    this.complete()
    return this.all
  }

  get total(): Float64Array {
    this.complete()
    const { feasible, ownTotal, sharedTotal } = this
    if (feasible === null || sharedTotal === null) return ownTotal
    this.allTotal ??= new Float64Array(ownTotal.length)
    if (!this.isSummed) addColumns(ownTotal, sharedTotal, feasible, this.allTotal)
    this.isSummed = true
    return this.allTotal
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const scorer of this.counting) scorer.podChanged?.(pod, node, sign)
    this.isScored[node] = 0
    this.changed.mark(node)
  }

  /** The pod gives way to one that differs only in how much it asks for. */
  follow(pod: PodSignature): void {
    for (const { scorer } of this.all) scorer.follow?.(pod)
    this.isScored.fill(0)
    this.isNoneScored = true
    this.changed.markAll()
  }

  /** A column that is known beforehand became another. */
  outdateColumns(): void {
    this.grouped = null
    this.fullPasses = 0
    this.isComplete = false
  }

  /** The node came into the list that was scored last, or left it. */
  flipped(node: number): void {
    this.hasFlips = true
    this.changed.mark(node)
  }

  /** Brings the scores of the feasible nodes up to date; another list object may be other nodes. */
  score(feasible: FeasibleNodes, verdict: Int32Array): void {
    const isSame = feasible === this.feasible
    this.feasible = feasible
    this.isSummed = false
    const nodes = this.isNoneScored
      ? this.allUnscored(feasible)
      : this.unscoredOf(isSame ? this.changed.rows : feasible, verdict)
    if (nodes.length > 0) for (const column of this.all) scoreAlone(column, nodes)
    sumColumns(this.own, nodes, this.fixedTotal, this.ownTotal)
    if (!isSame || !this.followChanges(feasible)) this.scoreAll(feasible, nodes.length, isSame)
    this.hasFlips = false
    this.changed.clear()
  }

  /** The best node, the first in upstream's heap where several are; the list that was scored last. */
  best(feasible: FeasibleNodes): number {
    if (this.grouped !== null && !this.isComplete) return this.grouped.best(feasible)
    return firstBest(feasible, this.ownTotal, this.sharedTotal ?? zeroColumn(this.nodeCount))
  }

  /** False where that is not possible, or not worth it. */
  private followChanges(feasible: FeasibleNodes): boolean {
    const { rows } = this.changed
    if (!this.mayGroup || rows.length > feasible.length / NODES_A_CHANGE_MIN + 1) return false
    if (this.grouped?.isValid === true) this.grouped.update(rows, feasible)
    else if (this.fullPasses < FULL_PASSES_MIN) return false
    else this.grouped = new GroupedScores(feasible, this.shared, this.ownTotal)
    this.mayGroup = this.grouped.isWorthIt
    if (!this.mayGroup) return false
    this.isComplete = false
    this.grouped.score()
    return true
  }

  private scoreAll(feasible: FeasibleNodes, scoredCount: number, isSame: boolean): void {
    this.grouped = null
    this.fullPasses++
    const mayKeep = isSame && !this.hasFlips && this.isComplete
    if (this.scoreShared(feasible, scoredCount, mayKeep)) this.sumShared(feasible)
    this.isComplete = true
  }

  private sumShared(feasible: NodeList): void {
    const nothing = zeroColumn(this.nodeCount)
    if (this.shared.every(({ skipped }) => skipped)) {
      this.sharedTotal = null
      return
    }
    this.sharedColumn ??= new Float64Array(this.nodeCount)
    this.sharedTotal = this.sharedColumn
    sumColumns(this.shared, feasible, nothing, this.sharedTotal)
  }

  private complete(): void {
    if (this.isComplete || this.feasible === null) return
    this.scoreShared(this.feasible, 0, false)
    this.sumShared(this.feasible)
    this.isComplete = true
  }

  /** All of them, which are marked as scored. */
  private allUnscored(nodes: NodeList): NodeList {
    const { isScored } = this
    const { at, length } = nodes
    if (length === isScored.length) isScored.fill(1)
    else for (let index = 0; index < length; index++) isScored[at[index]] = 1
    this.isNoneScored = false
    return nodes
  }

  /** Those of them that are feasible and not scored, which are marked as scored. */
  private unscoredOf({ at, length }: NodeList, verdict: Int32Array): NodeList {
    const { rows, isScored } = this
    rows.clear()
    for (let index = 0; index < length; index++) {
      const node = at[index]
      if (isScored[node] === 1 || verdict[node] !== FITS) continue
      isScored[node] = 1
      rows.push(node)
    }
    return rows
  }

  /**
   * `scoredCount`: how many nodes the columns of nodes alone were just made of. True when some column
   * may have changed on nodes that did not.
   */
  private scoreShared(feasible: NodeList, scoredCount: number, isSame: boolean): boolean {
    let isChanged = !isSame
    for (const column of this.shared) {
      const { scorer } = column
      if (isGlobal(column)) {
        if (isSame && scorer.isStale?.() === false) continue
        const wasSkipped = column.skipped
        column.skipped = scorer.isActive?.() === false
        if (column.skipped) {
          isChanged ||= !wasSkipped
          continue
        }
        scorer.score(feasible, column.raw)
      } else if (isSame && (scoredCount === 0 || scorer.dependsOn === 'static')) continue
      scorer.normalize?.(feasible, column.raw, column.score)
      isChanged = true
    }
    return isChanged
  }

  /** What upstream says of the first score that normalization left outside 0 to 100, null for none. */
  invalidScore(feasible: NodeList): string | null {
    for (const { plugin, scorer, score } of this.all) {
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

function isGlobal({ scorer }: ScoreColumn): boolean {
  return scorer.dependsOn === 'cluster'
}

function isShared(column: ScoreColumn): boolean {
  const { normalize, everywhere } = column.scorer
  return isGlobal(column) || (normalize !== undefined && everywhere === undefined)
}

/** Writes the raw scores of nodes by what they are themselves, where these are not known beforehand. */
function scoreAlone(column: ScoreColumn, nodes: NodeList): void {
  const { scorer } = column
  if (!isGlobal(column) && scorer.rawColumn === undefined) scorer.score(nodes, column.raw)
}
