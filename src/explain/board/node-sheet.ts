import type { Decision } from '../../scheduler/decision.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../../snapshot/resources/resource-names.ts'
import { askEveryFilter, type FilterRejection } from '../why/every-filter.ts'

export interface NodeSheet {
  readonly node: string
  readonly labels: readonly (readonly [string, string])[]
  readonly taints: readonly {
    readonly key: string
    readonly value: string
    readonly effect: string
  }[]
  readonly isCordoned: boolean
  readonly rejectedBy: readonly FilterRejection[]
  /** Filters that cannot tell for what was not seen. */
  readonly unknownTo: readonly string[]
  /** Filters that had something to judge, in order. */
  readonly filters: readonly string[]
  readonly scores: readonly {
    readonly plugin: string
    readonly raw: number
    readonly score: number
    readonly weight: number
  }[]
  readonly total: number | null
  readonly resources: readonly {
    readonly resource: string
    readonly allocatable: number
    readonly used: number
    readonly asked: number
  }[]
  readonly pods: readonly SheetPod[]
  readonly victims: readonly string[]
}

export interface SheetPod {
  readonly key: string
  readonly priority: number
  readonly cpuMilli: number
  readonly memoryBytes: number
  readonly isVictim: boolean
}

/** All that is known of one node about the pod that was just decided. */
export function sheetOf(
  decision: Decision,
  cluster: Cluster,
  row: number,
  labels: JsonObject,
): NodeSheet {
  const { nodes, pods } = cluster
  const { filter, scores } = decision
  const verdict = filter === null ? undefined : askEveryFilter(filter, decision, nodes)[row]
  const isFeasible = filter !== null && filter.verdict[row] === 0
  const candidate = decision.preemption?.candidates.find(({ node }) => node === row)
  const victims = new Set((candidate?.victims ?? []).map(({ pod }) => pod))
  return {
    node: nodes.names[row],
    labels: Object.entries(labels).map(([key, value]) => [key, String(value)] as const),
    taints: (nodes.taintSets[nodes.taintSetId[row]] ?? []).map(({ key, value, effect }) => ({
      key,
      value,
      effect,
    })),
    isCordoned: nodes.unschedulable[row] === 1,
    rejectedBy: verdict?.rejectedBy ?? [],
    unknownTo: verdict?.unknownTo ?? [],
    filters: filter?.pass.active().map(({ plugin }) => plugin) ?? [],
    scores:
      isFeasible && scores !== null
        ? scores.columns
            .filter(({ skipped }) => !skipped)
            .map(({ plugin, raw, score, weight }) => ({
              plugin,
              raw: raw[row],
              score: score[row],
              weight,
            }))
        : [],
    total: isFeasible && scores !== null ? scores.total[row] : null,
    resources: resourcesOf(decision.pod, cluster, row),
    pods: [...(pods.onNode[row] ?? [])]
      .map((pod) => sheetPod(pod, victims.has(pod)))
      .sort((a, b) => b.priority - a.priority || b.cpuMilli - a.cpuMilli),
    victims: [...victims].map(keyOf),
  }
}

function resourcesOf(
  { signature }: Pod,
  { pods, nodes }: Cluster,
  row: number,
): NodeSheet['resources'] {
  const scalars = new Set(signature.request.scalars.keys())
  const list = [CPU, MEMORY, ...scalars].map((resource) => {
    const perUnit = resource === CPU ? 1000 : 1
    const { allocatable, requested } = pods.column(resource)
    return {
      resource,
      allocatable: allocatable[row] / perUnit,
      used: requested[row] / perUnit,
      asked: amountOf(signature.request, resource) / perUnit,
    }
  })
  const asksForStorage = amountOf(signature.request, EPHEMERAL_STORAGE) > 0
  const storage = pods.column(EPHEMERAL_STORAGE)
  return [
    ...list,
    ...(asksForStorage
      ? [
          {
            resource: EPHEMERAL_STORAGE,
            allocatable: storage.allocatable[row],
            used: storage.requested[row],
            asked: amountOf(signature.request, EPHEMERAL_STORAGE),
          },
        ]
      : []),
    { resource: 'pods', allocatable: nodes.podsMax[row], used: pods.podCount[row], asked: 1 },
  ]
}

function sheetPod(pod: Pod, isVictim: boolean): SheetPod {
  const { priority, taken } = pod.signature
  const { cpuMilli, memoryBytes } = taken
  return { key: keyOf(pod), priority, cpuMilli, memoryBytes, isVictim }
}

function keyOf({ signature, name }: Pod): string {
  return `${signature.namespace}/${name}`
}
