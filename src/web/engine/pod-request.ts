import { milliOf, writeMilli } from '../../explain/why/amount.ts'
import { requestMilli } from '../../explain/why/change-pod.ts'
import { type Draft, draftAt, draftOf, isDraft, listIn } from '../../explain/why/draft.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'

/** The container that gives way, and what the others ask for, in thousandths. */
interface Shares {
  readonly largest: Draft
  readonly othersMilli: number
}

/** What the pod's containers ask for in all besides the largest: a total cannot be set below it. */
export function leastRequestMilli(pod: JsonObject, resource: string): number {
  return sharesOf(pod, resource)?.othersMilli ?? 0
}

/** What the pod's containers ask for in all. */
export function totalRequestMilli(pod: JsonObject, resource: string): number {
  const shares = sharesOf(pod, resource)
  return shares === null ? 0 : shares.othersMilli + requestMilli(shares.largest, resource)
}

/** The pod with another total of one resource; its largest container makes the difference. */
export function setRequest(pod: JsonObject, resource: string, totalMilli: number): JsonObject {
  const copy = draftOf(pod)
  const shares = sharesOf(copy, resource)
  if (shares === null) return copy
  const { largest, othersMilli } = shares
  const resources = draftAt(largest, 'resources')
  const milli = Math.max(0, totalMilli - othersMilli)
  draftAt(resources, 'requests')[resource] = quantityOf(resource, milli)
  // A request above the limit is no valid pod.
  const limits = resources['limits']
  if (
    isDraft(limits) &&
    limits[resource] !== undefined &&
    milliOf(String(limits[resource])) < milli
  ) {
    limits[resource] = quantityOf(resource, milli)
  }
  return copy
}

function sharesOf(pod: JsonObject, resource: string): Shares | null {
  const spec = isDraft(pod['spec']) ? pod['spec'] : {}
  const containers = listIn(spec['containers']).filter(isDraft)
  const sizes = containers.map((container) => requestMilli(container, resource))
  const [first] = containers
  if (first === undefined) return null
  const most = Math.max(...sizes)
  const largest = containers[sizes.indexOf(most)] ?? first
  return { largest, othersMilli: sizes.reduce((sum, size) => sum + size, 0) - most }
}

function quantityOf(resource: string, milli: number): string {
  return resource === 'cpu' ? writeMilli(resource, milli) : String(Math.floor(milli / 1000))
}
