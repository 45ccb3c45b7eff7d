import type { Pod } from '../../../snapshot/pods/pod.ts'
import {
  handleOfInline,
  handleOfVolume,
  pluginNamed,
  pluginOf,
} from '../../../snapshot/storage/csi-migration.ts'
import type { InTreeVolume } from '../../../snapshot/storage/in-tree-volume.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { ClaimVolume } from '../../../snapshot/storage/pod-volume.ts'
import type { VolumeReader } from '../../../snapshot/storage/volume-reader.ts'
import { foreignClaim, notFound } from '../../framework/pod-claims.ts'

/** A volume that a CSI driver attaches to a node and that counts against the node's limit. */
export interface AttachableVolume {
  readonly kind: 'attachable'
  readonly driver: string
  /** Driver and handle: two pods with the same key share one attachment. */
  readonly key: string
  /** The in-tree plugin that the node must have migrated for it to count; null: counts everywhere. */
  readonly plugin: string | null
}

/** What upstream stumbles over when it counts, where it gets to it. */
export interface VolumeFault {
  readonly kind: 'fault'
  readonly message: string
  /** The claim is not there: the pod waits for it. Any other fault fails the attempt. */
  readonly isMissingClaim: boolean
  readonly plugin: string | null
}

export type Attachment = AttachableVolume | VolumeFault

/** Everything of the pod that may count, in its order; `isNew`: a pod that runs may lack its claim. */
export function attachmentsOf(volumes: VolumeReader, pod: Pod, isNew: boolean): Attachment[] {
  return pod.signature.volumes.flatMap((volume): Attachment | readonly Attachment[] => {
    switch (volume.kind) {
      case 'claim':
      case 'ephemeral':
        return ofClaimVolume(volumes, pod, volume, isNew)
      case 'rbd':
      case 'iscsi':
        return []
      default:
        return ofInline(volume, volume.name)
    }
  })
}

const NOTHING: readonly Attachment[] = []

function ofClaimVolume(
  volumes: VolumeReader,
  pod: Pod,
  { kind, claimName }: ClaimVolume,
  isNew: boolean,
): Attachment | readonly Attachment[] {
  const { namespace } = pod.signature
  if (claimName === '') return fault('PersistentVolumeClaim had no name')
  const claim = volumes.claim(namespace, claimName)
  if (claim === undefined) {
    const missing = notFound('persistentvolumeclaim', claimName)
    return isNew
      ? { ...fault(`looking up PVC ${namespace}/${claimName}: ${missing}`), isMissingClaim: true }
      : NOTHING
  }
  const foreign = kind === 'ephemeral' ? foreignClaim(claim, pod) : null
  return foreign === null ? ofClaim(volumes, claim) : fault(foreign)
}

function fault(message: string, plugin: string | null = null): VolumeFault {
  return { kind: 'fault', message, isMissingClaim: false, plugin }
}

function attachable(driver: string, handle: string, plugin: string | null): AttachableVolume {
  return { kind: 'attachable', driver, key: `${driver}/${handle}`, plugin }
}

function ofInline(volume: InTreeVolume, name: string): Attachment | readonly Attachment[] {
  const plugin = pluginOf(volume)
  if (!plugin.migrates) return NOTHING
  const handle = handleOfInline(volume)
  return handle.ok
    ? attachable(plugin.driver, handle.handle, plugin.name)
    : fault(`converting volume(${name}) from inline to csi: ${handle.error}`, plugin.name)
}

function ofClaim(
  volumes: VolumeReader,
  claim: PersistentVolumeClaim,
): Attachment | readonly Attachment[] {
  const volume = volumes.volume(claim.volumeName)
  return volume === undefined ? ofUnbound(volumes, claim) : ofBound(volume)
}

function ofBound({ source, labels }: PersistentVolume): Attachment | readonly Attachment[] {
  if (source === null) return NOTHING
  if (source.kind === 'csi') {
    const counts = source.driver !== '' && source.handle !== ''
    return counts ? attachable(source.driver, source.handle, null) : NOTHING
  }
  const plugin = pluginOf(source)
  if (!plugin.migrates) return NOTHING
  const handle = handleOfVolume(source, labels)
  // A volume that cannot be translated is not counted, without a word.
  return handle.ok && handle.handle !== ''
    ? attachable(plugin.driver, handle.handle, plugin.name)
    : NOTHING
}

/** A volume that is still to come counts as one of its class's driver, apart from all others. */
function ofUnbound(
  volumes: VolumeReader,
  { namespace, name, className }: PersistentVolumeClaim,
): Attachment | readonly Attachment[] {
  const provisioner = volumes.storageClass(className)?.provisioner ?? ''
  if (provisioner === '') return NOTHING
  const handle = `unbound-${namespace}/${name}`
  const plugin = pluginNamed(provisioner)
  if (plugin === undefined) return attachable(provisioner, handle, null)
  return plugin.migrates ? attachable(plugin.driver, handle, plugin.name) : NOTHING
}
