import { ONE, type Quantity } from '../../snapshot/quantity/quantity.ts'
import { addTo, aggregate } from '../resources/resource-sums.ts'
import type { PodSpec, ResourceList } from '../types/types.ts'
import {
  isExtendedResource,
  isHugePages,
  isPodLevelResource,
} from '../validation/containers/resource-names.ts'

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage']
const DEVICE_CLASS = 'deviceclass.resource.kubernetes.io/'

/** PodUsageFunc for a pod that has not begun: what it takes from quotas. */
export function podUsage(spec: PodSpec): ResourceList {
  const usage = computeUsage(podRequests(spec), podLimits(spec))
  return usage.set('count/pods', ONE)
}

/** resourcehelper.PodRequests. */
export function podRequests(spec: PodSpec): ResourceList {
  const requests = aggregate(spec, 'requests')
  for (const [name, quantity] of spec.resources?.requests ?? []) {
    if (isPodLevelResource(name)) requests.set(name, quantity)
  }
  addTo(requests, spec.overhead)
  return requests
}

/** resourcehelper.PodLimits: overhead counts only where there is a limit. */
function podLimits(spec: PodSpec): ResourceList {
  const limits = aggregate(spec, 'limits')
  for (const [name, quantity] of spec.resources?.limits ?? []) {
    if (isPodLevelResource(name)) limits.set(name, quantity)
  }
  for (const [name, quantity] of spec.overhead ?? []) {
    const limit = limits.get(name)
    if (limit !== undefined && !limit.isZero) limits.set(name, limit.add(quantity))
  }
  return limits
}

/** podComputeUsageHelper: the names that quotas have for requests and limits. */
export function computeUsage(
  requests: ReadonlyMap<string, Quantity>,
  limits: ReadonlyMap<string, Quantity>,
): ResourceList {
  const usage: ResourceList = new Map([['pods', ONE]])
  for (const name of COMPUTE) {
    const [request, limit] = [requests.get(name), limits.get(name)]
    if (request !== undefined) usage.set(name, request).set(`requests.${name}`, request)
    if (limit !== undefined) usage.set(`limits.${name}`, limit)
  }
  for (const [name, request] of requests) {
    if (isHugePages(name)) usage.set(name, request)
    const isDevice = isExtendedResource(name) || name.startsWith(DEVICE_CLASS)
    if (isHugePages(name) || isDevice) usage.set(`requests.${name}`, request)
  }
  return usage
}
