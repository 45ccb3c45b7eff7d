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
    const terms = this.terms.list
    const { scoreOf, round, skipsZero } = this.formula
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
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
    return true
  }

  ofBareNodes(): NodeScorer {
    return new AllocationScorer(this.terms.ofBareNodes(), this.formula)
  }

  follow(pod: PodSignature): void {
    this.terms.follow(pod)
  }
}
