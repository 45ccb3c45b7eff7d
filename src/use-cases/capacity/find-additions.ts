import type { CapacityRequest } from '../../../schemas/decisions/capacity-request.ts'
import type { EditableCluster } from '../../snapshot/read.ts'
import { type ClusterFiller, type Filled, templateName } from './cluster-filler.ts'

export interface Addition {
  readonly template: string
  readonly nodes: number | null
  readonly price: number | null
}

interface Wanted {
  readonly filler: ClusterFiller
  readonly request: CapacityRequest
  readonly wanted: number
  /** The cluster as it is, and what came of filling it up to `max`. */
  readonly found: EditableCluster
  readonly filled: Filled
}

/** How many nodes of each template it takes, cheapest first. */
export function findAdditions({ filler, request, wanted, found, filled }: Wanted): Addition[] {
  const { fits, stop } = filled
  // Where `max` ended the count nobody knows yet.
  const isEnough = fits >= wanted || (stop === null && filler.takes(found, wanted, []) === 'yes')
  return request.templates
    .map((one) => describeAddition(one, isEnough ? 0 : filler.nodesFor(found, one.node, wanted)))
    .sort(cheapestFirst)
}

function describeAddition(
  { node, price }: CapacityRequest['templates'][number],
  nodes: number | null,
): Addition {
  const total = price === undefined || nodes === null ? null : price * nodes
  return { template: templateName(node), nodes, price: total }
}

function cheapestFirst(a: Addition, b: Addition): number {
  const never = Number.POSITIVE_INFINITY
  if (a.nodes === null || b.nodes === null) return (a.nodes ?? never) - (b.nodes ?? never)
  return (a.price ?? never) - (b.price ?? never) || a.nodes - b.nodes
}
