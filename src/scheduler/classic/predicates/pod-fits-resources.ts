import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import {
  CPU,
  EPHEMERAL_STORAGE,
  isExtendedResource,
  MEMORY,
  PODS,
} from '../../../snapshot/resources/resource-names.ts'
import type { Detail } from '../../framework/detail.ts'
import { byCodeUnit } from '../../framework/fit-error-message.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { filtering, type NodeFilter } from '../../framework/plugin.ts'
import { ReasonSets } from '../../framework/reason-sets.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { shortage } from '../../plugins/node-resources/resource-detail.ts'
import type { ClassicContext, PluginFactory } from '../context.ts'
import { FixComparisonFilter } from '../fix-comparison.ts'
import { correctedBy } from '../fixes.ts'
import { type Usage, UsageWithoutInit } from '../requested-without-init.ts'

const NVIDIA_GPU = 'alpha.kubernetes.io/nvidia-gpu'

/** Keeps pods off nodes without room for their requests, or for one more pod. */
export const podFitsResources: PluginFactory = (name, context) => ({
  name,
  prepareFilter({ cluster, pod, statuses }) {
    const filter = new ResourceFilter(cluster, cluster.pods, pod.signature, context, statuses)
    if (!context.fixes) return filtering(filter)
    const usage = new UsageWithoutInit(cluster)
    const original = new ResourceFilter(cluster, usage, pod.signature, context, statuses)
    const recounted: NodeFilter = {
      dependsOn: 'node',
      filter(nodes, verdict) {
        usage.recount(nodes)
        original.filter(nodes, verdict)
      },
    }
    const onDifference = correctedBy(context, 'init-containers-in-usage', name)
    return filtering(new FixComparisonFilter(filter, recounted, cluster.nodes.count, onDifference))
  },
})

function reasonFor(resource: string): string {
  return `Insufficient ${resource}`
}

interface Demand {
  readonly name: string
  readonly amount: number
  readonly column: ResourceColumn
}

class ResourceFilter implements NodeFilter {
  readonly dependsOn = 'node'
  readonly rejectsMoreWith = ['pods'] as const
  private readonly podsMax: Float64Array
  private readonly usage: Usage
  private readonly demands: readonly Demand[]
  private readonly reasons: ReasonSets

  constructor(
    { nodes }: Cluster,
    usage: Usage,
    pod: PodSignature,
    context: ClassicContext,
    statuses: PluginStatuses,
  ) {
    this.podsMax = nodes.podsMax
    this.usage = usage
    this.demands = demandsOf(usage, pod, context)
    const names = [PODS, ...this.demands.map((demand) => demand.name)]
    this.reasons = new ReasonSets(names.map(reasonFor), statuses)
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const { demands, reasons, podsMax } = this
    const { podCount } = this.usage
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      let failed = 0
      if (podCount[node] + 1 > podsMax[node]) failed = reasons.with(failed, 0, false)
      for (let demand = 0; demand < demands.length; demand++) {
        const { amount, column } = demands[demand]
        if (column.allocatable[node] >= amount + column.requested[node]) continue
        failed = reasons.with(failed, demand + 1, false)
      }
      if (failed !== 0) verdict[node] = reasons.rejection(failed)
    }
  }

  details(node: number): Detail[] {
    return [
      ...shortage(PODS, reasonFor(PODS), 1, this.podsMax[node], this.usage.podCount[node]),
      ...this.demands.flatMap(({ name, amount, column }) =>
        shortage(name, reasonFor(name), amount, column.allocatable[node], column.requested[node]),
      ),
    ]
  }
}

/**
 * A pod that asks for nothing is not measured at all. Once it asks for anything, cpu, memory and
 * storage are all looked at, so that a node beyond its limits refuses it for what it never asked for.
 */
function demandsOf(usage: Usage, { request }: PodSignature, context: ClassicContext): Demand[] {
  const { release, ignoredResources } = context
  const isGpuOnly = release.nativeScalars === 'gpu'
  const scalars = [...request.scalars]
    .filter(([name]) => !isGpuOnly || isExtendedResource(name) || name.startsWith('hugepages-'))
    .sort(([a], [b]) => byCodeUnit(a, b))
  const gpu: [string, number][] = isGpuOnly
    ? [[NVIDIA_GPU, request.scalars.get(NVIDIA_GPU) ?? 0]]
    : []
  const always: [string, number][] = [
    [CPU, request.cpuMilli],
    [MEMORY, request.memoryBytes],
    ...gpu,
    [EPHEMERAL_STORAGE, request.ephemeralStorageBytes],
  ]
  if (scalars.length === 0 && always.every(([, amount]) => amount === 0)) return []
  const counted = scalars.filter(
    ([name]) => !isExtendedResource(name) || !ignoredResources.has(name),
  )
  return [...always, ...counted].map(([name, amount]) => ({
    name,
    amount,
    column: usage.column(name),
  }))
}
