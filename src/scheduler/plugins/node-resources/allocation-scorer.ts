import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { SCORE_MAX } from '../../framework/normalize.ts'
import type { NodeScorer } from '../../framework/plugin.ts'
import type { AllocationTerm, AllocationTerms } from './allocation-terms.ts'
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

  score(nodes: NodeList, raw: Float64Array): void {
    const { list, areEverywhere } = this.terms
    const { counts } = this.formula
    const areTwoAlike = list.length === 2 && list[0].weight === list[1].weight && areEverywhere
    if (areTwoAlike && counts === 'free') scoreFreeOfTwo(list[0], list[1], nodes, raw)
    else if (areTwoAlike && counts === 'used') scoreUsedOfTwo(list[0], list[1], nodes, raw)
    else for (let index = 0; index < nodes.length; index++) this.scoreNode(nodes.at[index], raw)
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

/**
 * As `scoreNode`, written out for the usual two resources of one weight that every node has. The shares
 * are halved before they are added, as in `writeImprovement`.
 */
function scoreFreeOfTwo(
  { amount: firstAmount, column: first }: AllocationTerm,
  { amount: secondAmount, column: second }: AllocationTerm,
  { at: rows, length }: NodeList,
  raw: Float64Array,
): void {
  const { allocatable: firstAllocatable, requested: firstRequested } = first
  const { allocatable: secondAllocatable, requested: secondRequested } = second
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    const ofFirst = firstAllocatable[node]
    const ofSecond = secondAllocatable[node]
    const firstFree = ofFirst - firstRequested[node] - firstAmount
    const secondFree = ofSecond - secondRequested[node] - secondAmount
    const firstShare = firstFree > 0 ? Math.trunc((firstFree * SCORE_MAX) / ofFirst) : 0
    const secondShare = secondFree > 0 ? Math.trunc((secondFree * SCORE_MAX) / ofSecond) : 0
    raw[node] = Math.trunc(firstShare * 0.5 + secondShare * 0.5)
  }
}

function scoreUsedOfTwo(
  { amount: firstAmount, column: first }: AllocationTerm,
  { amount: secondAmount, column: second }: AllocationTerm,
  { at: rows, length }: NodeList,
  raw: Float64Array,
): void {
  const { allocatable: firstAllocatable, requested: firstRequested } = first
  const { allocatable: secondAllocatable, requested: secondRequested } = second
  for (let index = 0; index < length; index++) {
    const node = rows[index]
    const ofFirst = firstAllocatable[node]
    const ofSecond = secondAllocatable[node]
    const firstUsed = firstRequested[node] + firstAmount
    const secondUsed = secondRequested[node] + secondAmount
    const firstShare =
      firstUsed < ofFirst ? Math.trunc((firstUsed * SCORE_MAX) / ofFirst) : SCORE_MAX
    const secondShare =
      secondUsed < ofSecond ? Math.trunc((secondUsed * SCORE_MAX) / ofSecond) : SCORE_MAX
    raw[node] = Math.trunc(firstShare * 0.5 + secondShare * 0.5)
  }
}
