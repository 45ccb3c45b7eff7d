import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../../snapshot/resources/resource-names.ts'

export interface ResourceUse {
  readonly resource: string
  readonly allocatable: number
  readonly freeBefore: number
  readonly placed: number
  readonly stranded: number
}

export interface Free {
  readonly allocatable: number
  readonly free: number
}

export function namesAskedFor(pods: readonly Pod[]): string[] {
  const names = new Set<string>()
  for (const { signature } of pods) {
    const { request } = signature
    for (const name of [CPU, MEMORY, EPHEMERAL_STORAGE, ...request.scalars.keys()]) {
      if (amountOf(request, name) > 0) names.add(name)
    }
  }
  return [...names]
}

export function freeAmounts({ pods, nodes }: Cluster, names: readonly string[]): Map<string, Free> {
  return new Map(
    names.map((name) => {
      const { allocatable, requested } = pods.column(name)
      let [all, free] = [0, 0]
      for (let row = 0; row < nodes.count; row++) {
        all += allocatable[row] ?? 0
        free += Math.max(0, (allocatable[row] ?? 0) - (requested[row] ?? 0))
      }
      return [name, { allocatable: all, free }]
    }),
  )
}

export function describeUse(
  before: ReadonlyMap<string, Free>,
  after: ReadonlyMap<string, Free>,
): ResourceUse[] {
  return [...before].map(([resource, { allocatable, free }]) => {
    const stranded = after.get(resource)?.free ?? 0
    return { resource, allocatable, freeBefore: free, placed: free - stranded, stranded }
  })
}
