import type { Decision } from '../../scheduler/decision.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'
import { nameOfPod } from '../preemptions.ts'
import type { Writes } from '../writes.ts'
import { DeviceBinding } from './device-binding.ts'
import { type DevicesToBind, devicesToBind } from './device-claims.ts'
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
  readonly devices: DevicesToBind
}

/** What was decided, before the cluster has it. */
export function placedBy(decision: Decision, mirror: ClusterMirror): Placed {
  const node = mirror.cluster.nodes.names[decision.node] ?? ''
  return { pod: decision.pod, node, devices: devicesToBind(decision, mirror) }
}

/** What has to be done for a placed pod before it is bound, in the order of the plugins. */
export function preBindingsOf(
  mirror: ClusterMirror,
  writes: Writes,
  { pod, node, devices }: Placed,
  limits: BindingLimits,
): PreBinding[] {
  const preBindings: PreBinding[] = []
  const claims = claimsToBind(mirror.cluster, pod)
  if (claims.length > 0) {
    const limitMs = limits.volumesMs
    preBindings.push(new VolumeBinding(mirror, writes.objects, { claims, node, limitMs }))
  }
  if (devices.claims.length > 0 || devices.extended !== null) {
    const options = { pod: nameOfPod(pod), devices, limitMs: limits.devicesMs }
    preBindings.push(new DeviceBinding(mirror, writes, options))
  }
  return preBindings
}
