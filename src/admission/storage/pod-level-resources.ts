import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { Reasons } from '../changes/journal.ts'
import { aggregate } from '../resources/resource-sums.ts'
import type { PodSpec, ResourceList } from '../types/types.ts'
import { placedContainers } from '../types/visit-containers.ts'
import {
  isHugePages,
  isOvercommitAllowed,
  isPodLevelResource,
} from '../validation/containers/resource-names.ts'

/** DefaultPodLevelResources: a pod with resources of its own gets the rest from its containers. */
export function defaultPodLevelResources(spec: PodSpec, reasons: Reasons): void {
  const { resources } = spec
  if (resources === undefined) return
  const requests: ResourceList = new Map(resources.requests)
  const limits: ResourceList = new Map(resources.limits)
  if (requests.size === 0 && limits.size === 0) return
  defaultHugePagesLimits(spec, requests, limits, reasons)
  defaultRequests(spec, requests, limits, reasons)
  defaultLimits(spec, requests, limits, reasons)
  if (limits.size > 0) resources.limits = limits
  if (requests.size > 0) resources.requests = requests
}

/** Huge pages cannot be overcommitted, so their limit is what the containers may use together. */
function defaultHugePagesLimits(
  spec: PodSpec,
  requests: ResourceList,
  limits: ResourceList,
  reasons: Reasons,
): void {
  for (const [name, sum] of aggregate(spec, 'limits')) {
    if (!isHugePages(name) || requests.has(name) || limits.has(name)) continue
    limits.set(name, sum)
    tell(reasons, 'limits', name, 'the sum of the limits of the containers')
  }
}

function defaultRequests(
  spec: PodSpec,
  requests: ResourceList,
  limits: ResourceList,
  reasons: Reasons,
): void {
  for (const [name, sum] of aggregate(spec, 'requests')) {
    if (requests.has(name) || !isPodLevelResource(name) || !isOvercommitAllowed(name)) continue
    requests.set(name, sum)
    tell(reasons, 'requests', name, 'the sum of the requests of the containers')
  }
  for (const [name, limit] of limits) {
    if (requests.has(name) || !isPodLevelResource(name)) continue
    requests.set(name, limit)
    tell(reasons, 'requests', name, "no container requests any, so the pod's limit counts")
  }
}

/** Only where every container has a limit. */
function defaultLimits(
  spec: PodSpec,
  requests: ResourceList,
  limits: ResourceList,
  reasons: Reasons,
): void {
  const sums = aggregate(spec, 'limits')
  for (const [name, request] of requests) {
    const sum = sums.get(name)
    if (!isPodLevelResource(name) || limits.has(name) || sum === undefined) continue
    const isLimited = placedContainers(spec).every(({ container }) => {
      return container.resources.limits?.has(name) === true
    })
    if (!isLimited) continue
    limits.set(name, request.compare(sum) > 0 ? request : sum)
    const reason = "every container has a limit: their sum, or the pod's request where that is more"
    tell(reasons, 'limits', name, reason)
  }
}

function tell(reasons: Reasons, list: 'requests' | 'limits', name: string, reason: string): void {
  reasons.tell(`/spec/resources/${list}${pointerStep(name)}`, reason)
}
