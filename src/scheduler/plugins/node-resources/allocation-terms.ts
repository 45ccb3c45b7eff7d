import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import type { ResourceAmounts } from '../../../snapshot/resources/resource-amounts.ts'
import { amountOf } from '../../../snapshot/resources/resource-amounts.ts'
import { CPU, isScalarResource, MEMORY } from '../../../snapshot/resources/resource-names.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import { type NodeScorer, type PreScoreResult, scoring } from '../../framework/plugin.ts'
import { type ColumnWithDevices, columnWithDevices, isServedByDevices } from './device-column.ts'
import type { WeightedResource } from './scoring-strategy.ts'

/** One resource, as a score by allocation sees it. */
export interface AllocationTerm {
  readonly name: string
  readonly weight: number
  readonly column: ColumnWithDevices
  /** What the pod adds. */
  amount: number
}

/** What a score by allocation counts. */
export interface Counted {
  readonly resources: readonly WeightedResource[]
  /** Where devices may serve extended resources that a node does not offer; null: nowhere. */
  readonly deviceRules: DeviceRules | null
  readonly amountsOf: (pod: PodSignature) => ResourceAmounts
  readonly columnOf: (name: string, cluster: Cluster) => ResourceColumn
}

/** NodeResourcesFit counts containers without requests at their defaults. */
export const COUNTED_BY_FIT: Pick<Counted, 'amountsOf' | 'columnOf'> = {
  amountsOf: (pod) => pod.nonZeroRequest,
  columnOf: (name, { pods }) => {
    const column = pods.column(name)
    if (name === CPU) return { ...column, requested: pods.cpuMilliForScores }
    return name === MEMORY ? { ...column, requested: pods.memoryBytesForScores } : column
  },
}

/** NodeResourcesBalancedAllocation counts what was really requested. */
export const COUNTED_BY_BALANCE: Pick<Counted, 'amountsOf' | 'columnOf'> = {
  amountsOf: (pod) => pod.taken,
  columnOf: (name, { pods }) => pods.column(name),
}

/** The resources that are counted, with what a pod adds to each. */
export class AllocationTerms {
  readonly list: readonly AllocationTerm[]
  /** Every node offers some of each. */
  readonly areEverywhere: boolean
  private readonly counted: Counted

  private constructor(list: readonly AllocationTerm[], counted: Counted) {
    this.list = list
    this.areEverywhere = list.every(({ column }) => !column.allocatable.includes(0))
    this.counted = counted
  }

  static of(cluster: Cluster, pod: PodSignature, counted: Counted): AllocationTerms {
    const list = counted.resources.map((resource) => termOf(cluster, pod, resource, counted))
    return new AllocationTerms(list, counted)
  }

  /** Of nodes on which nothing runs; devices are in use all the same. */
  ofBareNodes(): AllocationTerms {
    const list = this.list.map((term) => {
      const { column } = term
      const requested = column.requestedOfDevices ?? new Float64Array(column.requested.length)
      return { ...term, column: { ...column, requested } }
    })
    return new AllocationTerms(list, this.counted)
  }

  /** Another pod takes the place of this one, which adds the same scalars. */
  follow(pod: PodSignature): void {
    const amounts = this.counted.amountsOf(pod)
    for (const term of this.list) term.amount = amountOf(amounts, term.name)
  }
}

/** A scalar that the pod does not ask for takes no part. */
function termOf(
  cluster: Cluster,
  pod: PodSignature,
  { name, weight }: WeightedResource,
  { deviceRules, amountsOf, columnOf }: Counted,
): AllocationTerm {
  const column = columnOf(name, cluster)
  const amount = amountOf(amountsOf(pod), name)
  if (!isScalarResource(name)) return { name, weight, amount, column }
  if (amount === 0) {
    const allocatable = new Float64Array(cluster.nodes.count)
    return { name, weight, amount, column: { ...column, allocatable } }
  }
  const isServed = deviceRules !== null && isServedByDevices(cluster, name)
  const served = isServed ? columnWithDevices(cluster, name, deviceRules) : column
  return { name, weight, amount, column: served }
}

/** Devices are given to claims, not to pods, so no pod's coming tells of it. */
export function scoringWith(
  scorer: NodeScorer,
  cluster: Cluster,
  pod: PodSignature,
  { resources, deviceRules, amountsOf }: Counted,
): PreScoreResult {
  const amounts = amountsOf(pod)
  const readsDevices = resources.some(
    ({ name }) =>
      deviceRules !== null && amountOf(amounts, name) > 0 && isServedByDevices(cluster, name),
  )
  return readsDevices ? { kind: 'score', scorer, perPod: true } : scoring(scorer)
}
