import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { dnsLabel, rangeError } from '../metadata/names.ts'

interface Disk {
  readonly field: string
  readonly id: string
  readonly partition: number
}

/** Zero is no partition, though the sentence starts at one. */
export function validatePdOrEbs(errors: FieldErrors, disk: Disk, path: string): void {
  if (disk.id === '') errors.required(`${path}.${disk.field}`)
  if (disk.partition < 0 || disk.partition > 255) {
    errors.invalid(`${path}.partition`, disk.partition, rangeError(1, 255))
  }
}

export function validateCinder(
  errors: FieldErrors,
  { volumeID, secretRef }: Struct<'CinderVolumeSource'>,
  path: string,
): void {
  if (volumeID === '') errors.required(`${path}.volumeID`)
  if (secretRef?.name === '') errors.required(`${path}.secretRef.name`)
}

export function validateAzureFile(
  errors: FieldErrors,
  { secretName, shareName }: Struct<'AzureFileVolumeSource'>,
  path: string,
): void {
  if (secretName === '') errors.required(`${path}.secretName`)
  if (shareName === '') errors.required(`${path}.shareName`)
}

const CACHING_MODES = ['None', 'ReadOnly', 'ReadWrite']
const DISK_KINDS = ['Dedicated', 'Managed', 'Shared']
const MANAGED_URI =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'

export function validateAzureDisk(
  errors: FieldErrors,
  { diskName, diskURI, cachingMode, kind }: Struct<'AzureDiskVolumeSource'>,
  path: string,
): void {
  if (diskName === '') errors.required(`${path}.diskName`)
  if (diskURI === '') errors.required(`${path}.diskURI`)
  if (cachingMode !== undefined && !CACHING_MODES.includes(cachingMode)) {
    errors.notSupported(`${path}.cachingMode`, new Json(cachingMode), CACHING_MODES)
  }
  if (kind === undefined) return
  if (!DISK_KINDS.includes(kind)) errors.notSupported(`${path}.kind`, new Json(kind), DISK_KINDS)
  const isManaged = kind === 'Managed'
  if (diskURI.startsWith(isManaged ? '/subscriptions/' : 'https://')) return
  errors.notSupported(`${path}.diskURI`, diskURI, [isManaged ? MANAGED_URI : BLOB_URI])
}

export function validateVsphere(
  errors: FieldErrors,
  { volumePath }: Struct<'VsphereVirtualDiskVolumeSource'>,
  path: string,
): void {
  if (volumePath === '') errors.required(`${path}.volumePath`)
}

export function validatePhoton(
  errors: FieldErrors,
  { pdID }: Struct<'PhotonPersistentDiskVolumeSource'>,
  path: string,
): void {
  if (pdID === '') errors.required(`${path}.pdID`)
}

export function validatePortworx(
  errors: FieldErrors,
  { volumeID }: Struct<'PortworxVolumeSource'>,
  path: string,
): void {
  if (volumeID === '') errors.required(`${path}.volumeID`)
}

export function validateScaleIo(
  errors: FieldErrors,
  { gateway, system, volumeName }: Struct<'ScaleIOVolumeSource'>,
  path: string,
): void {
  if (gateway === '') errors.required(`${path}.gateway`)
  if (system === '') errors.required(`${path}.system`)
  if (volumeName === '') errors.required(`${path}.volumeName`)
}

export function validateStorageOs(
  errors: FieldErrors,
  { volumeName, volumeNamespace, secretRef }: Struct<'StorageOSVolumeSource'>,
  path: string,
): void {
  if (volumeName === '') errors.required(`${path}.volumeName`)
  else errors.invalidEach(`${path}.volumeName`, volumeName, dnsLabel(volumeName))
  if (volumeNamespace !== '') {
    errors.invalidEach(`${path}.volumeNamespace`, volumeNamespace, dnsLabel(volumeNamespace))
  }
  if (secretRef?.name === '') errors.required(`${path}.secretRef.name`)
}
