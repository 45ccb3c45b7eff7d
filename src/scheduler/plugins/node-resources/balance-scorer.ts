import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { NodeMarks } from '../../framework/node-marks.ts'
import { SCORE_MAX } from '../../framework/normalize.ts'
import type { NodeScorer } from '../../framework/plugin.ts'
import type { AllocationTerm, AllocationTerms } from './allocation-terms.ts'

/** Which of upstream's two formulas: the balance with the pod, or what the pod changes in it. */
export type BalanceFormula = 'balance' | 'improvement'

const HALF_MAX = SCORE_MAX / 2
const QUARTER_MAX = SCORE_MAX / 4

/** Scores a node by how balanced its resources would be used with the pod on it. */
export class BalanceScorer implements NodeScorer {
  readonly dependsOn = 'node'
  private readonly terms: AllocationTerms
  private readonly formula: BalanceFormula
  private readonly nodeCount: number
  /** By node: its balance without the pod. */
  private readonly before: Float64Array
  /** Nodes where that is to be found out again. */
  private readonly stale: NodeMarks

  constructor(terms: AllocationTerms, formula: BalanceFormula, nodeCount: number) {
    this.terms = terms
    this.formula = formula
    this.nodeCount = nodeCount
    const count = formula === 'balance' ? 0 : nodeCount
    this.before = new Float64Array(count)
    this.stale = new NodeMarks(count)
    this.stale.markAll()
  }

  score(nodes: NodeList, raw: Float64Array): void {
    const { terms, before, stale } = this
    writeBalance(terms, 1, nodes, raw)
    if (this.formula === 'balance') return
    writeBalance(terms, 0, stale.rows, before)
    stale.clear()
    writeImprovement(before, nodes, raw)
  }

  podChanged(_pod: Pod, node: number): void {
    if (this.formula !== 'balance') this.stale.mark(node)
  }

  ofBareNodes(): NodeScorer {
    return new BalanceScorer(this.terms.ofBareNodes(), this.formula, this.nodeCount)
  }

  follow(pod: PodSignature): void {
    this.terms.follow(pod)
  }
}

/**
 * `raw` has each node's balance with the pod. Each part is halved first, which is exact: V8 takes the sum
 * of whole numbers for one of integers, and to check that takes six times as long as the rest.
 */
function writeImprovement(
  before: Float64Array,
  { at: rows, length }: NodeList,
  raw: Float64Array,
): void {
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    raw[node] = HALF_MAX + Math.trunc(QUARTER_MAX + raw[node] * 0.5 - before[node] * 0.5)
  }
}

/** The balance of each listed node; the pod counts as often as `times` says. */
function writeBalance(
  { list, areEverywhere }: AllocationTerms,
  times: 0 | 1,
  nodes: NodeList,
  balance: Float64Array,
): void {
  if (list.length === 2 && areEverywhere) {
    writeBalanceOfTwo(list[0], list[1], times, nodes, balance)
    return
  }
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at[index]
    balance[node] = balanceOf(list, node, times)
  }
}

/** The same, written out for the usual two resources, which every node has. */
function writeBalanceOfTwo(
  { amount: firstAmount, column: first }: AllocationTerm,
  { amount: secondAmount, column: second }: AllocationTerm,
  times: 0 | 1,
  { at: rows, length }: NodeList,
  balance: Float64Array,
): void {
  const { allocatable: firstAllocatable, requested: firstRequested } = first
  const { allocatable: secondAllocatable, requested: secondRequested } = second
  const firstAdded = times * firstAmount
  const secondAdded = times * secondAmount
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    const ofFirst = Math.min((firstRequested[node] + firstAdded) / firstAllocatable[node], 1)
    const ofSecond = Math.min((secondRequested[node] + secondAdded) / secondAllocatable[node], 1)
    balance[node] = Math.trunc((1 - Math.abs((ofFirst - ofSecond) / 2)) * SCORE_MAX)
  }
}

function balanceOfFractions(first: number, second: number): number {
  return Math.trunc((1 - Math.abs((first - second) / 2)) * SCORE_MAX)
}

/**
 * 100 less the standard deviation of the used fractions, in the floating-point order of upstream; the
 * pod counts as often as `times` says.
 */
function balanceOf(terms: readonly AllocationTerm[], node: number, times: 0 | 1): number {
  let count = 0
  let total = 0
  let first = 0
  let last = 0
  for (let at = 0; at < terms.length; at++) {
    const { amount, column } = terms[at]
    const allocatable = column.allocatable[node]
    if (allocatable === 0) continue
    const fraction = Math.min((column.requested[node] + times * amount) / allocatable, 1)
    if (count === 0) first = fraction
    last = fraction
    total += fraction
    count++
  }
  if (count < 2) return SCORE_MAX
  if (count === 2) return balanceOfFractions(first, last)
  const mean = total / count
  let squares = 0
  for (let at = 0; at < terms.length; at++) {
    const { amount, column } = terms[at]
    const allocatable = column.allocatable[node]
    if (allocatable === 0) continue
    const fraction = Math.min((column.requested[node] + times * amount) / allocatable, 1)
    squares += (fraction - mean) * (fraction - mean)
  }
  return Math.trunc((1 - Math.sqrt(squares / count)) * SCORE_MAX)
}
