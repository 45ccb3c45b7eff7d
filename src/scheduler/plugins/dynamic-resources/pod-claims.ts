import type { Cluster } from '../../../snapshot/cluster.ts'
import type { DeviceClass } from '../../../snapshot/devices/device-class.ts'
import { mayBeServed } from '../../../snapshot/devices/device-reader.ts'
import type { ResourceClaim } from '../../../snapshot/devices/resource-claim.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'

/** The claims of one pod (upstream's claimStore). */
export interface PodClaims {
  /** Those that the pod names or that were made for it, in its order. */
  readonly own: readonly ResourceClaim[]
  /** What the pod asks of resources that device classes may serve; null: nothing that one does. */
  readonly extended: ExtendedDemand | null
}

export interface ExtendedDemand {
  readonly resources: readonly DemandedResource[]
  /** The claim that an earlier attempt left, which is in the way of a new one. */
  readonly stale: ResourceClaim | null
}

export interface DemandedResource {
  readonly name: string
  readonly deviceClass: DeviceClass | null
}

/** What a pod asks of extended resources, if a device class serves any of them (preFilterExtendedResources). */
export function extendedDemand(cluster: Cluster, pod: Pod): ExtendedDemand | null {
  const { devices } = cluster
  const resources: DemandedResource[] = []
  for (const [name, amount] of pod.signature.request.scalars) {
    if (amount === 0 || !mayBeServed(name)) continue
    // Where nodes lack such a resource, NodeResourcesFit says what rests on the classes.
    if (cluster.isUnknown('deviceClasses')) return null
    resources.push({ name, deviceClass: devices.classOfResource(name) ?? null })
  }
  if (!resources.some(({ deviceClass }) => deviceClass !== null)) return null
  const made = devices.extendedResourceClaimOf(pod)
  const stale = made !== undefined && made.devices.requests !== null ? made : null
  return { resources, stale }
}
