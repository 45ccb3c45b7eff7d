import type { Cluster } from '../../snapshot/cluster.ts'
import type { ResourceColumn } from '../../snapshot/pods/pods-on-nodes.ts'
import { classicScoredUsage, classicUsage } from '../../snapshot/resources/classic-resources.ts'
import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import type { NodeList } from '../framework/node-list.ts'

/** What runs on the nodes and what it takes up there; the cluster's own pods are such a thing. */
export interface Usage {
  readonly podCount: Int32Array
  readonly cpuMilliForScores: Float64Array
  readonly memoryBytesForScores: Float64Array
  column(name: string): ResourceColumn
}

/** Usage without init containers, counted anew for the nodes that are looked at. */
export class UsageWithoutInit implements Usage {
  readonly podCount: Int32Array
  readonly cpuMilliForScores: Float64Array
  readonly memoryBytesForScores: Float64Array
  private readonly cluster: Cluster
  private readonly columns = new Map<string, ResourceColumn>()

  constructor(cluster: Cluster) {
    this.cluster = cluster
    this.podCount = cluster.pods.podCount
    this.cpuMilliForScores = new Float64Array(cluster.nodes.count)
    this.memoryBytesForScores = new Float64Array(cluster.nodes.count)
  }

  column(name: string): ResourceColumn {
    let column = this.columns.get(name)
    if (column === undefined) {
      const { allocatable } = this.cluster.pods.column(name)
      column = { allocatable, requested: new Float64Array(this.cluster.nodes.count) }
      this.columns.set(name, column)
    }
    return column
  }

  recount(nodes: NodeList): void {
    for (let index = 0; index < nodes.length; index++) this.recountNode(nodes.at[index])
  }

  private recountNode(node: number): void {
    const pods = this.cluster.pods.onNode[node].map((pod) => pod.signature.resources)
    const usages = pods.map((resources) => classicUsage(resources, false))
    const scored = pods.map((resources) => classicScoredUsage(resources, false))
    this.cpuMilliForScores[node] = scored.reduce((sum, one) => sum + one.cpuMilli, 0)
    this.memoryBytesForScores[node] = scored.reduce((sum, one) => sum + one.memoryBytes, 0)
    for (const [name, { requested }] of this.columns) {
      requested[node] = usages.reduce((sum, one) => sum + amountOf(one, name), 0)
    }
  }
}
