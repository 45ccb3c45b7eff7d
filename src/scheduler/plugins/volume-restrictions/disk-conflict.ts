import type { ExclusiveDisk, PodVolume, Rbd } from '../../../snapshot/storage/pod-volume.ts'

export function isExclusiveDisk(volume: PodVolume): volume is ExclusiveDisk {
  const { kind } = volume
  return (
    kind === 'gcePersistentDisk' ||
    kind === 'awsElasticBlockStore' ||
    kind === 'rbd' ||
    kind === 'iscsi'
  )
}

/** The same disk, unless both only read it; Amazon's disks are not shared even for reading. */
export function disksConflict(wanted: PodVolume, used: PodVolume): boolean {
  if (wanted.kind === 'awsElasticBlockStore') {
    return used.kind === wanted.kind && used.volumeId === wanted.volumeId
  }
  if (wanted.kind === 'gcePersistentDisk') {
    return used.kind === wanted.kind && used.pdName === wanted.pdName && writes(wanted, used)
  }
  if (wanted.kind === 'iscsi') {
    return used.kind === wanted.kind && used.iqn === wanted.iqn && writes(wanted, used)
  }
  if (wanted.kind === 'rbd') {
    return used.kind === wanted.kind && isSameImage(wanted, used) && writes(wanted, used)
  }
  return false
}

function writes(a: { readonly readOnly: boolean }, b: { readonly readOnly: boolean }): boolean {
  return !(a.readOnly && b.readOnly)
}

function isSameImage(a: Rbd, b: Rbd): boolean {
  const sharesMonitor = a.monitors.some((monitor) => b.monitors.includes(monitor))
  return sharesMonitor && a.pool === b.pool && a.image === b.image
}
