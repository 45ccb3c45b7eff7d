import type { Fields } from '../json/fields.ts'

/** A volume source that once had its plugin in Kubernetes itself and now belongs to a CSI driver. */
export type InTreeVolume =
  | GcePersistentDisk
  | AwsElasticBlockStore
  | AzureDisk
  | { readonly kind: 'cinder'; readonly volumeId: string }
  | { readonly kind: 'portworxVolume'; readonly volumeId: string }
  | { readonly kind: 'azureFile'; readonly shareName: string }
  | { readonly kind: 'vsphereVolume'; readonly volumePath: string }

export interface GcePersistentDisk {
  readonly kind: 'gcePersistentDisk'
  readonly pdName: string
  readonly readOnly: boolean
}

export interface AwsElasticBlockStore {
  readonly kind: 'awsElasticBlockStore'
  readonly volumeId: string
}

export interface AzureDisk {
  readonly kind: 'azureDisk'
  readonly diskName: string
  readonly diskUri: string
  /** Managed, Dedicated or Shared; null when not said. */
  readonly diskKind: string | null
}

/** Reads the source of a pod's volume or of a PersistentVolume's spec, which look alike; null for others. */
export function readInTreeVolume(fields: Fields): InTreeVolume | null {
  const gce = fields.object('gcePersistentDisk')
  if (gce !== undefined) {
    const readOnly = gce.boolean('readOnly')
    return { kind: 'gcePersistentDisk', pdName: gce.string('pdName') ?? '', readOnly }
  }
  const azureDisk = fields.object('azureDisk')
  if (azureDisk !== undefined) {
    return {
      kind: 'azureDisk',
      diskName: azureDisk.string('diskName') ?? '',
      diskUri: azureDisk.string('diskURI') ?? '',
      diskKind: azureDisk.string('kind') ?? null,
    }
  }
  for (const kind of ['awsElasticBlockStore', 'cinder', 'portworxVolume'] as const) {
    const disk = fields.object(kind)
    if (disk !== undefined) return { kind, volumeId: disk.string('volumeID') ?? '' }
  }
  return readShare(fields)
}

function readShare(fields: Fields): InTreeVolume | null {
  const azureFile = fields.object('azureFile')
  if (azureFile !== undefined) {
    return { kind: 'azureFile', shareName: azureFile.string('shareName') ?? '' }
  }
  const vsphere = fields.object('vsphereVolume')
  if (vsphere === undefined) return null
  return { kind: 'vsphereVolume', volumePath: vsphere.string('volumePath') ?? '' }
}
