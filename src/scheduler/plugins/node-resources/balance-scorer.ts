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
    const terms = this.terms.list
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const balance = balanceOf(terms, node, 1)
      if (before === null) {
        raw[node] = balance
        continue
      }
      if (before[node] === NOT_KNOWN) before[node] = balanceOf(terms, node, 0)
      const gained = balance - before[node]
      raw[node] = SCORE_MAX / 2 + Math.trunc((SCORE_MAX / 2 + gained) / 2)
    }
    return true
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
  if (count === 2) return Math.trunc((1 - Math.abs((first - last) / 2)) * SCORE_MAX)
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
