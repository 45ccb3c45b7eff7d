import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import { amountOf, type ResourceAmounts } from '../../../snapshot/resources/pod-resources.ts'
import { CPU, isScalarResource, MEMORY } from '../../../snapshot/resources/resource-names.ts'
import type { NodeList, NodeScorer } from '../../framework/plugin.ts'
import {
  allocationFormula,
  type ScoringStrategy,
  type WeightedResource,
} from './scoring-strategy.ts'

interface Term {
  readonly amount: number
  readonly column: ResourceColumn
}

/** What a node's score is made from: requested with and without the pod, and allocatable. */
export type NodeFormula = (
  requested: Float64Array,
  allocated: Float64Array,
  allocatable: Float64Array,
) => number

/** Scores a node by how its resources would be allocated with the pod on it. */
export class AllocationScorer implements NodeScorer {
  readonly dependsOn = 'node'
  private readonly terms: readonly Term[]
  private readonly formula: NodeFormula
  private readonly requested: Float64Array
  private readonly allocated: Float64Array
  private readonly allocatable: Float64Array

  constructor(terms: readonly Term[], formula: NodeFormula) {
    this.terms = terms
    this.formula = formula
    this.requested = new Float64Array(terms.length)
    this.allocated = new Float64Array(terms.length)
    this.allocatable = new Float64Array(terms.length)
  }

  /** NodeResourcesFit counts containers without requests at their defaults. */
  static forFit(cluster: Cluster, pod: PodSignature, strategy: ScoringStrategy): AllocationScorer {
    const { pods } = cluster
    const withDefaults = (name: string): ResourceColumn => {
      const column = pods.column(name)
      if (name === CPU) return { ...column, requested: pods.cpuMilliForScores }
      return name === MEMORY ? { ...column, requested: pods.memoryBytesForScores } : column
    }
    const terms = termsOf(strategy.resources, pod.nonZeroRequest, withDefaults)
    const formula = allocationFormula(strategy)
    return new AllocationScorer(terms, (requested, _allocated, allocatable) =>
      formula(requested, allocatable),
    )
  }

  /** NodeResourcesBalancedAllocation counts what was really requested. */
  static forBalance(
    cluster: Cluster,
    pod: PodSignature,
    resources: readonly WeightedResource[],
    formula: NodeFormula,
  ): AllocationScorer {
    const terms = termsOf(resources, pod.taken, (name) => cluster.pods.column(name))
    return new AllocationScorer(terms, formula)
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    const { terms, formula, requested, allocated, allocatable } = this
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      for (let term = 0; term < terms.length; term++) {
        const { amount, column } = terms[term]
        allocatable[term] = column.allocatable[node]
        allocated[term] = column.requested[node]
        requested[term] = column.requested[node] + amount
      }
      raw[node] = formula(requested, allocated, allocatable)
    }
    return true
  }
}

/** A scalar that the pod does not ask for takes no part. */
function termsOf(
  resources: readonly WeightedResource[],
  amounts: ResourceAmounts,
  columnOf: (name: string) => ResourceColumn,
): Term[] {
  return resources.map(({ name }) => {
    const amount = amountOf(amounts, name)
    const column = columnOf(name)
    if (amount > 0 || !isScalarResource(name)) return { amount, column }
    return {
      amount,
      column: { ...column, allocatable: new Float64Array(column.allocatable.length) },
    }
  })
}
