import type { Pod } from '../../snapshot/pods/pod.ts'
import type { ObjectWrites } from '../api-server/object-writes.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'
import { nameOfPod } from '../preemptions.ts'
import { type ClaimToReserve, DeviceBinding } from './device-binding.ts'
import type { PreBinding } from './pre-binding.ts'
import { claimsToBind, VolumeBinding } from './volume-binding.ts'

/** How long others may take to do their part. */
export interface BindingLimits {
  /** Until a pod's volumes are bound. */
  readonly volumesMs: number
  /** Until its devices are ready. */
  readonly devicesMs: number
}

/** A placement that the cluster has. */
export interface Placed {
  readonly pod: Pod
  readonly node: string
  /** As they were before the cluster had it. */
  readonly deviceClaims: readonly ClaimToReserve[]
}

/** What has to be done for a placed pod before it is bound, in the order of the plugins. */
export function preBindingsOf(
  mirror: ClusterMirror,
  writes: ObjectWrites,
  { pod, node, deviceClaims }: Placed,
  limits: BindingLimits,
): PreBinding[] {
  const preBindings: PreBinding[] = []
  const claims = claimsToBind(mirror.cluster, pod)
  if (claims.length > 0) {
    const limitMs = limits.volumesMs
    preBindings.push(new VolumeBinding(mirror, writes, { claims, node, limitMs }))
  }
  if (deviceClaims.length > 0) {
    const options = { pod: nameOfPod(pod), claims: deviceClaims, limitMs: limits.devicesMs }
    preBindings.push(new DeviceBinding(mirror, writes, options))
  }
  return preBindings
}
