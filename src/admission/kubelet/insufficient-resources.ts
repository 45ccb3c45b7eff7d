import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import { isExtendedResource } from '../../snapshot/resources/resource-names.ts'
import { compareStrings } from '../go/utf8.ts'
import type { BoundNode } from './bound-node.ts'
import type { KubeletFailure } from './kubelet-verdict.ts'

const ROW = 0
const STANDARD = ['cpu', 'memory', 'ephemeral-storage']

interface Need {
  readonly resource: string
  readonly requested: number
  readonly used: number
  readonly capacity: number
}

/**
 * noderesources.Fits of all that a pod asks for, in milli-cpu, bytes and whole units. An extended
 * resource that the node does not know is overlooked: somebody else may provide it.
 */
export function insufficientResources({ cluster, pod, running }: BoundNode): KubeletFailure[] {
  const { nodes } = cluster
  const { request } = pod.signature
  const podsMax = nodes.podsMax[ROW] ?? 0
  const count: Need = { resource: 'pods', requested: 1, used: running.length, capacity: podsMax }
  const scalars = [...request.scalars.keys()].sort(compareStrings)
  const known = scalars.filter((name) => !isExtendedResource(name) || capacityOf(name, nodes) >= 0)
  const needs = [...STANDARD, ...known].map(
    (resource): Need => ({
      resource,
      requested: amountOf(request, resource),
      used: running.reduce((sum, one) => sum + amountOf(one.signature.taken, resource), 0),
      capacity: Math.max(0, capacityOf(resource, nodes)),
    }),
  )
  return [count, ...needs.filter(({ requested }) => requested > 0)]
    .filter(({ requested, used, capacity }) => requested > capacity - used)
    .map(failure)
}

/** Negative where the node does not name the resource. */
function capacityOf(resource: string, nodes: BoundNode['cluster']['nodes']): number {
  switch (resource) {
    case 'cpu':
      return nodes.cpuMilli[ROW] ?? 0
    case 'memory':
      return nodes.memoryBytes[ROW] ?? 0
    case 'ephemeral-storage':
      return nodes.ephemeralStorageBytes[ROW] ?? 0
    default:
      return nodes.scalarColumn(resource, -1)[ROW] ?? -1
  }
}

function failure({ resource, requested, used, capacity }: Need): KubeletFailure {
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`
  const message = `Node didn't have enough resource: ${resource}, ${amounts}`
  return { reason: `OutOf${resource}`, message, resource, requested, used, capacity }
}
