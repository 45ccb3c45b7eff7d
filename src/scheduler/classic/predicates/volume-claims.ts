import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { ClassicRelease } from '../profiles/releases.ts'

/** A pod's claims by what has to be done for them, or why that cannot be told. */
export type ClaimsByState =
  | { readonly kind: 'failed'; readonly error: string }
  | {
      readonly kind: 'sorted'
      /** They name their volume. */
      readonly bound: readonly PersistentVolumeClaim[]
      /** To be bound once a node is chosen (WaitForFirstConsumer). */
      readonly delayed: readonly PersistentVolumeClaim[]
    }

/** getPodVolumes, and that no claim is left that nobody waits for. */
export function claimsByState(
  { volumes }: Cluster,
  { signature: pod }: Pod,
  release: ClassicRelease,
): ClaimsByState {
  const bound: PersistentVolumeClaim[] = []
  const delayed: PersistentVolumeClaim[] = []
  let hasImmediate = false
  for (const volume of pod.volumes) {
    if (volume.kind !== 'claim') continue
    const claim = volumes.claim(pod.namespace, volume.claimName)
    if (claim === undefined) continue // the attempt failed before any node was looked at
    if (isBound(claim, release)) {
      bound.push(claim)
      continue
    }
    const bindingMode = volumes.storageClass(claim.className)?.bindingMode
    if (release.provisionsVolumes && claim.selectedNode !== null) hasImmediate = true
    else if (bindingMode === null && release.needsBindingMode) {
      const error = `VolumeBindingMode not set for StorageClass "${claim.className}"`
      return { kind: 'failed', error }
    } else if (bindingMode === 'WaitForFirstConsumer' && claim.volumeName === '')
      delayed.push(claim)
    else hasImmediate = true
  }
  if (hasImmediate) return { kind: 'failed', error: release.unboundClaims }
  return { kind: 'sorted', bound, delayed }
}

function isBound(claim: PersistentVolumeClaim, release: ClassicRelease): boolean {
  return claim.volumeName !== '' && (claim.bindCompleted || !release.needsBindCompleted)
}
