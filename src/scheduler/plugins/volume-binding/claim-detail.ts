import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import {
  type BoundVolumeDetail,
  describeNodeTerm,
  type UnboundClaimDetail,
} from '../../framework/detail.ts'

/** A claim whose volume the node cannot reach. */
export function describeBoundVolume(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  reason: string,
): BoundVolumeDetail {
  return {
    kind: 'boundVolume',
    reason,
    claim: `${claim.namespace}/${claim.name}`,
    volume: volume.name,
    nodeAffinity: volume.requiredAffinity?.map(describeNodeTerm) ?? null,
  }
}

/** A claim for which the node has no volume, and none can be made there. */
export function describeUnboundClaim(
  claim: PersistentVolumeClaim,
  largestCapacityBytes: number | null,
  reason: string,
): UnboundClaimDetail {
  return {
    kind: 'unboundClaim',
    reason,
    claim: `${claim.namespace}/${claim.name}`,
    storageClass: claim.className,
    requestedBytes: claim.requestNano === null ? null : claim.requestBytes,
    selectedNode: claim.selectedNode,
    largestCapacityBytes,
  }
}
