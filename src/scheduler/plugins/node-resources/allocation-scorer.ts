import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { NodeScorer } from '../../framework/plugin.ts'
import type { AllocationTerms } from './allocation-terms.ts'
import type { AllocationFormula } from './scoring-strategy.ts'

/** Scores a node by how its resources would be allocated with the pod on it: the mean over resources. */
export class AllocationScorer implements NodeScorer {
  readonly dependsOn = 'node'
  private readonly terms: AllocationTerms
  private readonly formula: AllocationFormula

  constructor(terms: AllocationTerms, formula: AllocationFormula) {
    this.terms = terms
    this.formula = formula
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    const { list } = this.terms
    if (list.length === 2 && !this.formula.skipsZero) this.scoreByTwo(nodes, raw)
    else for (let index = 0; index < nodes.length; index++) this.scoreNode(nodes.at[index], raw)
    return true
  }

  /** As `scoreNode`, written out for the usual two resources. */
  private scoreByTwo(nodes: NodeList, raw: Float64Array): void {
    const { at: rows, length } = nodes
    const { scoreOf, round } = this.formula
    const [first, second] = this.terms.list
    const { amount: firstAmount, weight: firstWeight } = first
    const { allocatable: firstAllocatable, requested: firstRequested } = first.column
    const { amount: secondAmount, weight: secondWeight } = second
    const { allocatable: secondAllocatable, requested: secondRequested } = second.column
    const weightSum = firstWeight + secondWeight
    for (let index = 0; index < length; index++) {
      const node = rows[index]
      const ofFirst = firstAllocatable[node]
      const ofSecond = secondAllocatable[node]
      if (ofFirst === 0 || ofSecond === 0) {
        this.scoreNode(node, raw)
        continue
      }
      const firstScore = scoreOf(firstRequested[node] + firstAmount, ofFirst)
      const secondScore = scoreOf(secondRequested[node] + secondAmount, ofSecond)
      raw[node] = round((firstScore * firstWeight + secondScore * secondWeight) / weightSum)
    }
  }

  private scoreNode(node: number, raw: Float64Array): void {
    const terms = this.terms.list
    const { scoreOf, round, skipsZero } = this.formula
    let sum = 0
    let weightSum = 0
    for (let at = 0; at < terms.length; at++) {
      const { amount, weight, column } = terms[at]
      const allocatable = column.allocatable[node]
      if (allocatable === 0) continue
      const score = scoreOf(column.requested[node] + amount, allocatable)
      if (skipsZero && score <= 0) continue
      sum += score * weight
      weightSum += weight
    }
    raw[node] = weightSum === 0 ? 0 : round(sum / weightSum)
  }

  ofBareNodes(): NodeScorer {
    return new AllocationScorer(this.terms.ofBareNodes(), this.formula)
  }

  follow(pod: PodSignature): void {
    this.terms.follow(pod)
  }
}
