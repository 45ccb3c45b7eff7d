import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { PodsOnNodes } from '../../../snapshot/pods/pods-on-nodes.ts'
import { CPU, MEMORY, PODS } from '../../../snapshot/resources/resource-names.ts'
import type { Detail } from '../../framework/detail.ts'
import { absentKind } from '../../framework/gap.ts'
import { type NodeList, NodeRows } from '../../framework/node-list.ts'
import type { NodeFilter } from '../../framework/plugin.ts'
import { ReasonSets } from '../../framework/reason-sets.ts'
import { FITS, type PluginStatuses } from '../../framework/status-table.ts'
import { type Demand, type DemandRules, demandsOf } from './demands.ts'
import { shortage } from './resource-detail.ts'

const NO_CLASSES = absentKind('deviceClasses', 'NodeResourcesFit')
const REASON_PODS = 'Too many pods'
/** A pod that does not ask for a resource fits however little is free, but for a node with no place left. */
const NO_DEMAND = -Number.MAX_VALUE

export interface FitFilterRules extends DemandRules {
  /** A node too small for the request, however empty, is not worth a preemption. */
  readonly judgesNodeSize: boolean
}

/** Whether a node has room for what a pod asks for. */
export class FitFilter implements NodeFilter {
  readonly dependsOn = 'node'
  readonly rejectsMoreWith = ['pods'] as const
  private readonly cluster: Cluster
  private readonly pods: PodsOnNodes
  private readonly rules: FitFilterRules
  private readonly statuses: PluginStatuses
  private demands: readonly Demand[]
  /** Besides cpu and memory. */
  private others: readonly Demand[] = []
  private cpuMilli = NO_DEMAND
  private memoryBytes = NO_DEMAND
  private readonly full: NodeRows = new NodeRows()
  private readonly reasons: ReasonSets
  /** The verdict of nodes that lack what devices might give; made when first needed. */
  private unknown: number = FITS

  constructor(
    cluster: Cluster,
    pod: PodSignature,
    rules: FitFilterRules,
    statuses: PluginStatuses,
  ) {
    this.cluster = cluster
    this.pods = cluster.pods
    this.rules = rules
    this.statuses = statuses
    this.demands = this.demand(pod)
    const reasons = this.demands.map((demand) => demand.reason)
    this.reasons = new ReasonSets([REASON_PODS, ...reasons], statuses)
  }

  /** Most nodes have room for most pods: only of the others it is asked what they lack. */
  filter(nodes: NodeList, verdict: Int32Array): void {
    const { full } = this
    if (this.others.length > 0) full.copyFrom(nodes)
    else this.collectFull(nodes)
    for (let index = 0; index < full.length; index++) this.judge(full.at[index], verdict)
  }

  /** The nodes without room for one more pod, or for its cpu or memory. */
  private collectFull({ at: rows, length }: NodeList): void {
    const { cpuMilli, memoryBytes, full } = this
    const { cpuMilliFree, memoryBytesFree } = this.pods
    full.clear()
    for (let index = 0; index < length; index++) {
      const node = rows[index]
      if (cpuMilli > cpuMilliFree[node] || memoryBytes > memoryBytesFree[node]) full.push(node)
    }
  }

  /** The other pod asks for the same resources, so that the reasons are the same. */
  follow(pod: PodSignature): void {
    this.demands = this.demand(pod)
  }

  details(node: number): Detail[] {
    const { podCount } = this.pods
    return [
      ...shortage(PODS, REASON_PODS, 1, this.cluster.nodes.podsMax[node], podCount[node]),
      ...this.demands.flatMap(({ name, reason, amount, column, servedByDra }) =>
        servedByDra !== 'no' && column.allocatable[node] === 0
          ? []
          : shortage(name, reason, amount, column.allocatable[node], column.requested[node]),
      ),
    ]
  }

  private demand(pod: PodSignature): readonly Demand[] {
    const demands = demandsOf(this.cluster, pod, this.rules)
    const amountOf = (resource: string) => demands.find(({ name }) => name === resource)?.amount
    this.cpuMilli = amountOf(CPU) ?? NO_DEMAND
    this.memoryBytes = amountOf(MEMORY) ?? NO_DEMAND
    this.others = demands.filter(({ name }) => name !== CPU && name !== MEMORY)
    return demands
  }

  /** Demand by demand, with reasons. */
  private judge(node: number, verdict: Int32Array): void {
    const { demands, reasons, pods } = this
    let failed = 0
    let isUnknown = false
    if (pods.podCount[node] + 1 > this.cluster.nodes.podsMax[node]) {
      failed = reasons.with(failed, 0, false)
    }
    for (let demand = 0; demand < demands.length; demand++) {
      const { amount, column, servedByDra } = demands[demand]
      const allocatable = column.allocatable[node]
      if (amount <= allocatable - column.requested[node]) continue
      if (servedByDra !== 'no' && allocatable === 0) {
        isUnknown ||= servedByDra === 'unknown'
        continue
      }
      const isTooSmall = this.rules.judgesNodeSize && amount > allocatable
      failed = reasons.with(failed, demand + 1, isTooSmall)
    }
    if (isUnknown) verdict[node] = this.unknownUnless(failed)
    else if (failed !== 0) verdict[node] = reasons.rejection(failed)
  }

  /** What the node lacks besides is certain. */
  private unknownUnless(failed: number): number {
    if (this.unknown === FITS) this.unknown = this.statuses.unknown(NO_CLASSES)
    return failed === 0 ? this.unknown : this.reasons.rejection(failed)
  }
}
