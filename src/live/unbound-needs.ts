import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'

/** What a placement would have to bind besides the pod, which is not done; null: nothing. */
export function unboundNeeds({ devices }: Cluster, { signature }: Pod): string | null {
  if (signature.resourceClaims.length > 0) {
    return 'berth schedule allocates no devices, and the pod has resource claims'
  }
  for (const resource of signature.request.scalars.keys()) {
    if (devices.classOfResource(resource) !== undefined) {
      return `berth schedule allocates no devices, and ${resource} is served by a device class`
    }
  }
  return null
}
