import type { Cluster } from '../snapshot/cluster.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { isBound } from '../snapshot/storage/persistent-volume-claim.ts'
import { isClaimVolume } from '../snapshot/storage/pod-volume.ts'

/** What a placement would have to bind besides the pod, which is not done; null: nothing. */
export function unboundNeeds({ volumes, devices }: Cluster, { signature }: Pod): string | null {
  for (const volume of signature.volumes) {
    if (!isClaimVolume(volume)) continue
    const claim = volumes.claim(signature.namespace, volume.claimName)
    if (claim === undefined || !isBound(claim)) {
      return `berth schedule binds no volumes, and claim ${volume.claimName} is not bound`
    }
  }
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
