import type { Cluster } from '../../snapshot/cluster.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { amountOf } from '../../snapshot/resources/resource-amounts.ts'
import { CPU, MEMORY } from '../../snapshot/resources/resource-names.ts'
import type { RequestFacts } from '../protocol.ts'
import { leastRequestMilli, totalRequestMilli } from './pod-request.ts'

/** What can be turned up and down: cpu, memory, and whatever else the pod asks for. */
export function requestFactsOf(
  pod: Pod,
  edited: JsonObject,
  given: JsonObject,
  cluster: Cluster,
): RequestFacts[] {
  const { request } = pod.signature
  const resources = new Set([CPU, MEMORY, ...request.scalars.keys()])
  return [...resources].map((resource) => {
    const perUnit = resource === CPU ? 1000 : 1
    const { allocatable } = cluster.pods.column(resource)
    const largest = allocatable.reduce((most, amount) => Math.max(most, amount), 0)
    return {
      resource,
      asked: amountOf(request, resource) / perUnit,
      given: totalRequestMilli(given, resource) / 1000,
      largest: largest / perUnit,
      least: leastRequestMilli(edited, resource) / 1000,
    }
  })
}
