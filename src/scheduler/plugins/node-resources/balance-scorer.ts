import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { SCORE_MAX } from '../../framework/normalize.ts'
import type { NodeScorer } from '../../framework/plugin.ts'
import type { AllocationTerm, AllocationTerms } from './allocation-terms.ts'

/** Which of upstream's two formulas: the balance with the pod, or what the pod changes in it. */
export type BalanceFormula = 'balance' | 'improvement'

/** A balance is never below 0. */
const NOT_KNOWN = -1

/** Scores a node by how balanced its resources would be used with the pod on it. */
export class BalanceScorer implements NodeScorer {
  readonly dependsOn = 'node'
  private readonly terms: AllocationTerms
  private readonly formula: BalanceFormula
  private readonly nodeCount: number
  /** By node: its balance without the pod; null where the formula does not ask for it. */
  private readonly before: Float64Array | null

  constructor(terms: AllocationTerms, formula: BalanceFormula, nodeCount: number) {
    this.terms = terms
    this.formula = formula
    this.nodeCount = nodeCount
    this.before = formula === 'balance' ? null : new Float64Array(nodeCount).fill(NOT_KNOWN)
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    const { before } = this
    const { list } = this.terms
    if (before !== null) this.balanceBefore(nodes, before)
    if (list.length === 2) scoreByTwo(list[0], list[1], before, nodes, raw)
    else scoreNodes(list, before, nodes, raw)
    return true
  }

  private balanceBefore({ at: rows, length }: NodeList, before: Float64Array): void {
    for (let index = 0; index < length; index++) {
      const node = rows[index]
      if (before[node] === NOT_KNOWN) before[node] = balanceOf(this.terms.list, node, 0)
    }
  }

  podChanged(_pod: Pod, node: number): void {
    if (this.before !== null) this.before[node] = NOT_KNOWN
  }

  ofBareNodes(): NodeScorer {
    return new BalanceScorer(this.terms.ofBareNodes(), this.formula, this.nodeCount)
  }

  follow(pod: PodSignature): void {
    this.terms.follow(pod)
  }
}

function scoreNodes(
  terms: readonly AllocationTerm[],
  before: Float64Array | null,
  { at: rows, length }: NodeList,
  raw: Float64Array,
): void {
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    const balance = balanceOf(terms, node, 1)
    raw[node] = before === null ? balance : improvement(balance, before[node])
  }
}

/** The same, written out for the usual two resources. */
function scoreByTwo(
  { amount: firstAmount, column: first }: AllocationTerm,
  { amount: secondAmount, column: second }: AllocationTerm,
  before: Float64Array | null,
  { at: rows, length }: NodeList,
  raw: Float64Array,
): void {
  const { allocatable: firstAllocatable, requested: firstRequested } = first
  const { allocatable: secondAllocatable, requested: secondRequested } = second
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    const ofFirst = firstAllocatable[node]
    const ofSecond = secondAllocatable[node]
    const firstFraction = Math.min((firstRequested[node] + firstAmount) / ofFirst, 1)
    const secondFraction = Math.min((secondRequested[node] + secondAmount) / ofSecond, 1)
    // One resource alone, or none, is in balance.
    const isAlone = ofFirst === 0 || ofSecond === 0
    const balance = isAlone ? SCORE_MAX : balanceOfFractions(firstFraction, secondFraction)
    raw[node] = before === null ? balance : improvement(balance, before[node])
  }
}

function improvement(balance: number, before: number): number {
  return SCORE_MAX / 2 + Math.trunc((SCORE_MAX / 2 + balance - before) / 2)
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
