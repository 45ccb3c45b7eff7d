import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'

/** What a placement would have to bind besides the pod, which is not done; null: nothing. */
export function unboundNeeds({ devices }: Cluster, { signature }: Pod): string | null {
  for (const resource of signature.request.scalars.keys()) {
    if (devices.classOfResource(resource) !== undefined) {
      return `berth schedule makes no claims for extended resources, and ${resource} is served by a device class`
    }
  }
  return null
}
