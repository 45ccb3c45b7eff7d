import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import type { ResourceAmounts } from '../../../snapshot/resources/resource-amounts.ts'
import { amountOf } from '../../../snapshot/resources/resource-amounts.ts'
import { CPU, isScalarResource, MEMORY } from '../../../snapshot/resources/resource-names.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { type NodeScorer, type PreScoreResult, scoring } from '../../framework/plugin.ts'
import { columnWithDevices, isServedByDevices } from './device-column.ts'
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
  static forFit(
    cluster: Cluster,
    pod: PodSignature,
    strategy: ScoringStrategy,
    deviceRules: DeviceRules | null,
  ): PreScoreResult {
    const { pods } = cluster
    const columnOf = (name: string): ResourceColumn => {
      const column = pods.column(name)
      if (name === CPU) return { ...column, requested: pods.cpuMilliForScores }
      return name === MEMORY ? { ...column, requested: pods.memoryBytesForScores } : column
    }
    const columns: Columns = { cluster, deviceRules, columnOf }
    const formula = allocationFormula(strategy)
    return scoreWith(columns, strategy.resources, pod.nonZeroRequest, (requested, _, allocatable) =>
      formula(requested, allocatable),
    )
  }

  /** NodeResourcesBalancedAllocation counts what was really requested. */
  static forBalance(
    cluster: Cluster,
    pod: PodSignature,
    resources: readonly WeightedResource[],
    formula: NodeFormula,
    deviceRules: DeviceRules | null,
  ): PreScoreResult {
    const columnOf = (name: string) => cluster.pods.column(name)
    return scoreWith({ cluster, deviceRules, columnOf }, resources, pod.taken, formula)
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

/** Where amounts are read from; `deviceRules`: null where devices never stand in for resources. */
interface Columns {
  readonly cluster: Cluster
  readonly deviceRules: DeviceRules | null
  columnOf(name: string): ResourceColumn
}

function scoreWith(
  columns: Columns,
  resources: readonly WeightedResource[],
  amounts: ResourceAmounts,
  formula: NodeFormula,
): PreScoreResult {
  const { cluster, deviceRules } = columns
  const terms = resources.map(({ name }) => termOf(columns, name, amountOf(amounts, name)))
  const scorer = new AllocationScorer(terms, formula)
  // Devices are given to claims, not to pods, so no pod's coming tells of it.
  const readsDevices = resources.some(
    ({ name }) =>
      deviceRules !== null && amountOf(amounts, name) > 0 && isServedByDevices(cluster, name),
  )
  return readsDevices ? { kind: 'score', scorer, perPod: true } : scoring(scorer)
}

/** A scalar that the pod does not ask for takes no part. */
function termOf({ cluster, deviceRules, columnOf }: Columns, name: string, amount: number): Term {
  const column = columnOf(name)
  if (!isScalarResource(name)) return { amount, column }
  if (amount === 0) {
    return { amount, column: { ...column, allocatable: new Float64Array(cluster.nodes.count) } }
  }
  const isServed = deviceRules !== null && isServedByDevices(cluster, name)
  return { amount, column: isServed ? columnWithDevices(cluster, name, deviceRules) : column }
}
