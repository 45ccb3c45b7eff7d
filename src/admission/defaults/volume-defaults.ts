import type { Reasons } from '../changes/journal.ts'
import type { Struct, Volume } from '../types/types.ts'
import { zero } from '../types/zero.ts'
import { defaultFieldRef, pullPolicyOf, pullReason } from './container-defaults.ts'

const FILE_MODE = 0o644
const TOKEN_SECONDS = 3600n

/** SetDefaults_Volume and what hangs on a volume. */
export function defaultVolume(volume: Volume, pointer: string, reasons: Reasons): void {
  const { name, ...sources } = volume
  if (Object.values(sources).every((source) => source === undefined)) {
    volume.emptyDir = zero('EmptyDirVolumeSource')
    reasons.tell(
      `${pointer}/emptyDir`,
      `volume ${name} names no source and so is an empty directory`,
    )
  }
  defaultImage(volume, pointer, reasons)
  if (volume.hostPath !== undefined && volume.hostPath.type === undefined) {
    volume.hostPath.type = ''
    reasons.tell(`${pointer}/hostPath/type`, 'no type means that the path is not checked')
  }
  for (const field of ['secret', 'configMap', 'downwardAPI', 'projected'] as const) {
    const source = volume[field]
    if (source === undefined || source.defaultMode !== undefined) continue
    source.defaultMode = FILE_MODE
    reasons.tell(`${pointer}/${field}/defaultMode`, 'files have mode 0644 by default')
  }
  for (const [index, { fieldRef }] of (volume.downwardAPI?.items ?? []).entries()) {
    defaultFieldRef(fieldRef, `${pointer}/downwardAPI/items/${index}/fieldRef`, reasons)
  }
  for (const [index, source] of (volume.projected?.sources ?? []).entries()) {
    defaultProjection(source, `${pointer}/projected/sources/${index}`, reasons)
  }
  defaultOld(volume, pointer, reasons)
  const claim = volume.ephemeral?.volumeClaimTemplate
  if (claim !== undefined && claim.spec.volumeMode === undefined) {
    claim.spec.volumeMode = 'Filesystem'
    const place = `${pointer}/ephemeral/volumeClaimTemplate/spec/volumeMode`
    reasons.tell(place, 'a claim is for a file system unless said otherwise')
  }
}

function defaultImage({ image }: Volume, pointer: string, reasons: Reasons): void {
  if (image === undefined || image.pullPolicy !== '') return
  image.pullPolicy = pullPolicyOf(image.reference)
  reasons.tell(`${pointer}/image/pullPolicy`, pullReason(image.reference))
}

function defaultProjection(
  { downwardAPI, serviceAccountToken }: Struct<'VolumeProjection'>,
  pointer: string,
  reasons: Reasons,
): void {
  for (const [index, { fieldRef }] of (downwardAPI?.items ?? []).entries()) {
    defaultFieldRef(fieldRef, `${pointer}/downwardAPI/items/${index}/fieldRef`, reasons)
  }
  if (serviceAccountToken !== undefined && serviceAccountToken.expirationSeconds === undefined) {
    serviceAccountToken.expirationSeconds = TOKEN_SECONDS
    const place = `${pointer}/serviceAccountToken/expirationSeconds`
    reasons.tell(place, 'a token is good for an hour by default')
  }
}

/** Drivers that were once part of Kubernetes. */
function defaultOld(volume: Volume, pointer: string, reasons: Reasons): void {
  const { iscsi, rbd, azureDisk, scaleIO } = volume
  const byDefault = (field: string) => reasons.tell(`${pointer}/${field}`, "the driver's default")
  if (iscsi?.iscsiInterface === '') {
    iscsi.iscsiInterface = 'default'
    byDefault('iscsi/iscsiInterface')
  }
  if (rbd !== undefined) {
    rbd.pool ||= 'rbd'
    rbd.user ||= 'admin'
    rbd.keyring ||= '/etc/ceph/keyring'
    byDefault('rbd')
  }
  if (azureDisk !== undefined) {
    azureDisk.cachingMode ??= 'ReadWrite'
    azureDisk.fsType ??= 'ext4'
    azureDisk.readOnly ??= false
    azureDisk.kind ??= 'Shared'
    byDefault('azureDisk')
  }
  if (scaleIO !== undefined) {
    scaleIO.storageMode ||= 'ThinProvisioned'
    scaleIO.fsType ||= 'xfs'
    byDefault('scaleIO')
  }
}
