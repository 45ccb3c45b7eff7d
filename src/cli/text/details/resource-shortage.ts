import type { ResourceDetail } from '../../../scheduler/framework/detail.ts'
import { amountOf, bytesText, isInBytes } from '../amounts.ts'
import { countOf } from '../counts.ts'
import type { DetailText, Found } from './detail-text.ts'

/** How much is asked, and the node that comes closest to having it. */
export const resourceShortage: DetailText<'resource'> = (found) => {
  const closest = found.reduce((best, one) => (isCloser(one, best) ? one : best))
  const { resource, requested, free } = closest.detail
  const write = writer(resource, [requested, free])
  return [`asks ${write(requested)}; ${whatThereIs(found, closest, write)}`]
}

/** More is free, or as much on a larger node. */
function isCloser(one: Found<ResourceDetail>, best: Found<ResourceDetail>): boolean {
  const more = amountOf(one.detail.free) - amountOf(best.detail.free)
  return more > 0 || (more === 0 && allocatableOf(one) > allocatableOf(best))
}

function allocatableOf({ detail }: Found<ResourceDetail>): number {
  return amountOf(detail.allocatable)
}

function whatThereIs(
  found: readonly Found<ResourceDetail>[],
  { node, detail: { requested, free, allocatable } }: Found<ResourceDetail>,
  write: Writer,
): string {
  const largest = Math.max(...found.map(allocatableOf))
  if (largest === 0) return 'none of these nodes has any'
  const without = found.filter((one) => allocatableOf(one) === 0).length
  const parts = [
    ...(largest < amountOf(requested) ? [`the largest node has ${write(largest)}`] : []),
    `the most free is ${write(free)} of ${write(allocatable)} on ${node}`,
    ...(without > 0 ? [`${countOf(without, 'node')} with none at all`] : []),
  ]
  return parts.join(', ')
}

type Writer = (quantity: string | number) => string

/** Cores and pieces as plain numbers; bytes shortened unless that makes different amounts look alike. */
function writer(resource: string, apart: readonly (string | number)[]): Writer {
  const plain: Writer = (one) => String(amountOf(one))
  if (!isInBytes(resource)) return plain
  const short: Writer = (one) => bytesText(amountOf(one))
  return new Set(apart.map(short)).size === apart.length ? short : plain
}
