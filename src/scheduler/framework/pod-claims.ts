import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import {
  isBound,
  type PersistentVolumeClaim,
} from '../../snapshot/storage/persistent-volume-claim.ts'
import { isClaimVolume } from '../../snapshot/storage/pod-volume.ts'
import type { VolumeReader } from '../../snapshot/storage/volume-reader.ts'

/** A pod's claims, each in the state that it is in when the pod's turn comes. */
export type PodClaims =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** A claim that nobody waits for should have been bound without the scheduler. */
  | { readonly kind: 'unbound'; readonly claim: PersistentVolumeClaim }
  | UsableClaims

export interface UsableClaims {
  readonly kind: 'usable'
  readonly bound: readonly PersistentVolumeClaim[]
  /** To be bound once a node is chosen (WaitForFirstConsumer). */
  readonly delayed: readonly PersistentVolumeClaim[]
}

/** What volume plugins make of a pod's identity: its claims are those of its namespace. */
export function claimsNamespace(_cluster: Cluster, { volumes, namespace }: PodSignature): string {
  return volumes.some(isClaimVolume) ? namespace : ''
}

/** VolumeBinding's podHasPVCs and GetPodVolumeClaims. */
export function podClaims(volumes: VolumeReader, pod: Pod): PodClaims {
  const claims: PersistentVolumeClaim[] = []
  for (const volume of pod.signature.volumes) {
    if (!isClaimVolume(volume)) continue
    const claim = volumes.claim(pod.signature.namespace, volume.claimName)
    if (claim === undefined) {
      const reason =
        volume.kind === 'ephemeral'
          ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${volume.claimName}"`
          : notFound('persistentvolumeclaim', volume.claimName)
      return { kind: 'refused', reason }
    }
    const reason = rejectionFor(claim, volume.kind === 'ephemeral' ? pod : null)
    if (reason !== null) return { kind: 'refused', reason }
    claims.push(claim)
  }
  return claims.length === 0 ? { kind: 'none' } : sortOut(volumes, claims)
}

function rejectionFor(claim: PersistentVolumeClaim, owner: Pod | null): string | null {
  if (claim.lost) {
    return `persistentvolumeclaim "${claim.name}" bound to non-existent persistentvolume "${claim.volumeName}"`
  }
  if (claim.deleting) return `persistentvolumeclaim "${claim.name}" is being deleted`
  return owner === null ? null : foreignClaim(claim, owner)
}

/** Why the claim of a generic ephemeral volume is not the pod's own; null when it is. */
export function foreignClaim(claim: PersistentVolumeClaim, pod: Pod): string | null {
  if (claim.controllerUid === pod.uid) return null
  const { namespace, name } = claim
  return `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.name} (pod is not owner)`
}

/** A lister's own words for an object that is not there. */
export function notFound(resource: string, name: string): string {
  return `${resource} "${name}" not found`
}

function sortOut(volumes: VolumeReader, claims: readonly PersistentVolumeClaim[]): PodClaims {
  const bound: PersistentVolumeClaim[] = []
  const delayed: PersistentVolumeClaim[] = []
  let immediate: PersistentVolumeClaim | null = null
  for (const claim of claims) {
    if (isBound(claim)) {
      bound.push(claim)
      continue
    }
    const storageClass = volumes.storageClass(claim.className)
    if (storageClass !== undefined && storageClass.bindingMode === null) {
      const message = `VolumeBindingMode not set for StorageClass "${storageClass.name}"`
      return { kind: 'failed', message }
    }
    const waits = storageClass?.bindingMode === 'WaitForFirstConsumer'
    // A claim that names its volume is left to the volume controller.
    if (waits && claim.volumeName === '') delayed.push(claim)
    else immediate ??= claim
  }
  return immediate === null
    ? { kind: 'usable', bound, delayed }
    : { kind: 'unbound', claim: immediate }
}
