/**
 * What a pod asks for and what it takes up on its node, as component-helpers/resource computes it:
 * containers summed exactly, init containers by their peak, rounded once per pod.
 */

import { classicRequest, classicScoredUsage, classicUsage } from './classic-resources.ts'
import type { Accounting, ContainerResources, PodResources } from './pod-resources.ts'
import { amounts, type ResourceAmounts } from './resource-amounts.ts'
import { addTo, max, type ResourceList, raiseTo, sum, withMissing } from './resource-list.ts'
import { CPU, isPodLevelResource, MEMORY } from './resource-names.ts'

/** What a container without a request counts for in scores: 100m and 200 MiB. */
const DEFAULT_REQUESTS: ResourceList = new Map([
  [CPU, 100_000_000n],
  [MEMORY, 200n * 1024n * 1024n * 1_000_000_000n],
])
const NONE: ResourceList = new Map()

/** What a pod still to be placed asks for. */
export function requestedBy(pod: PodResources, accounting: Accounting): ResourceAmounts {
  if (!accounting.modern) return classicRequest(pod)
  return amounts(withPodLevel(pod, accounting, sumContainers(pod, accounting, specRequests, NONE)))
}

/** What NodeResourcesFit scores by: defaults for missing requests; pod-level requests are not seen (upstream's slip). */
export function nonZeroRequest(pod: PodResources, accounting: Accounting): ResourceAmounts {
  if (!accounting.modern) return classicScoredUsage(pod, accounting.initContainersInUsage)
  const list = sumContainers(pod, accounting, specRequests, DEFAULT_REQUESTS)
  return amounts(sum(list, pod.overhead))
}

/** What a running pod takes up on its node. */
export function takenBy(pod: PodResources, accounting: Accounting): ResourceAmounts {
  if (!accounting.modern) return classicUsage(pod, accounting.initContainersInUsage)
  return amounts(usage(pod, accounting, NONE))
}

/** The same with the defaults for missing cpu and memory; only these two matter. */
export function nonZeroRequested(pod: PodResources, accounting: Accounting): ResourceAmounts {
  if (!accounting.modern) return classicScoredUsage(pod, accounting.initContainersInUsage)
  if (!hasPodLevelRequests(pod, accounting)) {
    return amounts(usage(pod, accounting, DEFAULT_REQUESTS))
  }
  const plain = usage(pod, accounting, NONE)
  const missing = [...DEFAULT_REQUESTS].filter(([name]) => !plain.has(name))
  return amounts(usage(pod, accounting, new Map(missing)))
}

type Reading = (container: ContainerResources) => ResourceList

const specRequests: Reading = (container) => container.requests

function usage(pod: PodResources, accounting: Accounting, missing: ResourceList): ResourceList {
  return withPodLevel(pod, accounting, usageOfContainers(pod, accounting, missing), true)
}

function usageOfContainers(
  pod: PodResources,
  accounting: Accounting,
  missing: ResourceList,
): ResourceList {
  switch (accounting.resize) {
    case 'ignored':
      return sumContainers(pod, accounting, specRequests, missing)
    case 'per-container':
      return sumContainers(pod, accounting, perContainerUsage(pod), missing)
    case 'whole-pod':
      return wholePodUsage(pod, accounting, missing)
  }
}

function perContainerUsage(pod: PodResources): Reading {
  return (container) => {
    if (!container.hasStatusResources) return container.requests
    const reported = max(container.actuated ?? NONE, container.allocated ?? NONE)
    return pod.resizeInfeasible ? reported : max(container.requests, reported)
  }
}

function wholePodUsage(
  pod: PodResources,
  accounting: Accounting,
  missing: ResourceList,
): ResourceList {
  const wish = (container: ContainerResources) => (pod.resizeInfeasible ? NONE : container.requests)
  const spec = sumContainers(pod, accounting, specRequests, missing)
  const known = accounting.podLevelResize && pod.podAllocated !== null && pod.podActuated !== null
  const allocated = known
    ? pod.podAllocated
    : sumContainers(pod, accounting, (one) => one.allocated ?? wish(one), missing)
  const actuated = known
    ? pod.podActuated
    : sumContainers(pod, accounting, (one) => one.actuated ?? one.allocated ?? wish(one), missing)
  const reported = max(actuated ?? NONE, allocated ?? NONE)
  return pod.resizeInfeasible ? reported : max(spec, reported)
}

/** Pod-level requests replace the sum of the resources they name; overhead comes on top. */
function withPodLevel(
  pod: PodResources,
  accounting: Accounting,
  list: ResourceList,
  running = false,
): ResourceList {
  const result = new Map(list)
  for (const [name, nano] of podLevelRequests(pod, accounting, running)) {
    if (isPodLevelResource(name)) result.set(name, nano)
  }
  return sum(result, pod.overhead)
}

function hasPodLevelRequests({ podRequests }: PodResources, accounting: Accounting): boolean {
  if (!accounting.podLevelResources || podRequests === null) return false
  return [...podRequests.keys()].some(isPodLevelResource)
}

function podLevelRequests(pod: PodResources, accounting: Accounting, running: boolean) {
  const requests = pod.podRequests
  if (requests === null || !hasPodLevelRequests(pod, accounting)) return NONE
  if (!running || !accounting.podLevelResize || !pod.hasPodStatusResources) return requests
  const reported = max(pod.podActuated ?? NONE, pod.podAllocated ?? NONE)
  const effective = pod.resizeInfeasible ? reported : max(requests, reported)
  if (accounting.resize === 'whole-pod') return effective
  // 1.36 looks up only the names of the spec and takes 0 for those that the status lacks.
  return new Map([...requests.keys()].map((name) => [name, effective.get(name) ?? 0n]))
}

function sumContainers(
  pod: PodResources,
  accounting: Accounting,
  read: Reading,
  missing: ResourceList,
): ResourceList {
  const total = new Map<string, bigint>()
  const requestOf = (container: ContainerResources) => withMissing(read(container), missing)
  for (const container of pod.containers) addTo(total, requestOf(container))
  const restartable = new Map<string, bigint>()
  const peak = new Map<string, bigint>()
  for (const container of pod.initContainers) {
    const request = initRequest(container, accounting, requestOf)
    if (container.restartable) {
      addTo(total, request)
      addTo(restartable, request)
      raiseTo(peak, restartable)
    } else {
      raiseTo(peak, sum(request, restartable))
    }
  }
  raiseTo(total, peak)
  return total
}

/** Up to 1.36 the status of an ordinary init container is not read. */
function initRequest(
  container: ContainerResources,
  accounting: Accounting,
  requestOf: (container: ContainerResources) => ResourceList,
): ResourceList {
  const ignoresStatus = accounting.resize === 'per-container' && !container.restartable
  return requestOf(ignoresStatus ? { ...container, hasStatusResources: false } : container)
}
