import type { Cluster } from '../../../snapshot/cluster.ts'
import type { DeviceDemand, DeviceRequest } from '../../../snapshot/devices/device-request.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { ContainerResources } from '../../../snapshot/resources/pod-resources.ts'
import { byCodeUnit } from '../../framework/fit-error-message.ts'
import type { RequestMapping } from '../../framework/placed-claims.ts'

/** The claim that the scheduler makes for a pod's extended resources. */
export const EXTENDED_CLAIM_NAME = '<extended-resources>'

/** How the names of such claims begin; no object can have it for its own, so that it names those that are not made yet. */
export function extendedClaimPrefix(pod: string): string {
  return `${pod}-extended-resources-`
}

export interface ExtendedRequests {
  readonly requests: readonly DeviceRequest[]
  readonly mappings: readonly RequestMapping[]
}

interface CountedRequest {
  readonly name: string
  readonly count: number
}

const NANO_PER_UNIT = 10n ** 9n

/**
 * The requests of the claim for those extended resources that a node leaves to devices
 * (createRequestsAndMappings).
 */
export function extendedRequests(
  { devices }: Cluster,
  pod: Pod,
  resources: readonly string[],
): ExtendedRequests {
  const requests: DeviceRequest[] = []
  const mappings: RequestMapping[] = []
  for (const resource of resources.toSorted(byCodeUnit)) {
    const deviceClass = devices.classOfResource(resource)?.name ?? ''
    const made = requestsFor(pod, resource)
    requests.push(...made.requests.map((one) => writeRequest(one, deviceClass)))
    mappings.push(...made.mappings)
  }
  requests.sort((a, b) => byCodeUnit(a.name, b.name))
  return { requests, mappings }
}

function requestsFor(pod: Pod, resource: string) {
  const { containers, initContainers } = pod.signature.resources
  const all = [...initContainers, ...containers]
  const isShortLived = (index: number) =>
    index < initContainers.length && !initContainers[index].restartable
  const longLived: (CountedRequest | null)[] = all.map((container, index) => {
    const count = isShortLived(index) ? 0 : amountOf(container, resource)
    return count === 0 ? null : { name: requestName(container, index, resource), count }
  })
  const mappings = all.flatMap((container, index) =>
    mapping(container, resource, longLived[index] ?? null),
  )
  let largest: CountedRequest | null = null
  const shortLived: { container: ContainerResources; request: CountedRequest; isOwn: boolean }[] =
    []
  for (const [index, container] of all.entries()) {
    const wanted = isShortLived(index) ? amountOf(container, resource) : 0
    if (wanted === 0) continue
    // It may use what containers after it will use, before they run.
    const { reused, covered } = reuse(longLived.slice(index), wanted)
    for (const request of reused) shortLived.push({ container, request, isOwn: false })
    if (covered >= wanted) continue
    const name = requestName(container, index, resource)
    const request = { name, count: wanted - covered }
    shortLived.push({ container, request, isOwn: true })
    if (largest === null || largest.count < request.count) largest = request
  }
  // Of the others' own requests only the largest is made, and serves them all.
  for (const { container, request, isOwn } of shortLived) {
    mappings.push(...mapping(container, resource, isOwn ? largest : request))
  }
  const requests = [largest, ...longLived].flatMap((one) => one ?? [])
  return { requests, mappings }
}

function reuse(later: readonly (CountedRequest | null)[], wanted: number) {
  const reused: CountedRequest[] = []
  let covered = 0
  for (const request of later) {
    if (request === null || covered >= wanted) continue
    covered += request.count
    reused.push(request)
  }
  return { reused, covered }
}

/** Whole devices; a fraction of one asks for none. */
function amountOf({ requests }: ContainerResources, resource: string): number {
  const nano = requests.get(resource) ?? 0n
  return nano % NANO_PER_UNIT === 0n ? Number(nano / NANO_PER_UNIT) : 0
}

/** By the place of the container, and that of the resource among the container's requests. */
function requestName(
  { requests }: ContainerResources,
  container: number,
  resource: string,
): string {
  const place = [...requests.keys()].sort(byCodeUnit).indexOf(resource)
  return `container-${container}-request-${place}`
}

function mapping(
  { name }: ContainerResources,
  resourceName: string,
  request: CountedRequest | null,
): RequestMapping[] {
  if (request === null) return []
  return [{ containerName: name, resourceName, requestName: request.name }]
}

function writeRequest({ name, count }: CountedRequest, deviceClass: string): DeviceRequest {
  const exactly: DeviceDemand = {
    name,
    deviceClass,
    selectors: [],
    allocationMode: 'ExactCount',
    count,
    adminAccess: null,
    tolerations: [],
    writtenTolerations: null,
    capacities: null,
    hasDerivedAttributes: false,
  }
  return { name, exactly, firstAvailable: [] }
}
