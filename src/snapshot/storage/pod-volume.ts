import type { Fields } from '../json/fields.ts'
import {
  type AwsElasticBlockStore,
  type GcePersistentDisk,
  type InTreeVolume,
  readInTreeVolume,
} from './in-tree-volume.ts'

/** A pod's volume, as far as scheduling reads it. */
export type PodVolume =
  | { readonly kind: 'claim'; readonly name: string; readonly claimName: string }
  | { readonly kind: 'ephemeral'; readonly name: string; readonly claimName: string }
  | (InTreeVolume & { readonly name: string })
  | Rbd
  | Iscsi

/** A volume that stands for a PersistentVolumeClaim, given or made for the pod. */
export type ClaimVolume = Extract<PodVolume, { kind: 'claim' | 'ephemeral' }>

/** A disk that two pods on one node cannot both mount as they like. */
export type ExclusiveDisk =
  | (GcePersistentDisk & { readonly name: string })
  | (AwsElasticBlockStore & { readonly name: string })
  | Rbd
  | Iscsi

export interface Rbd {
  readonly kind: 'rbd'
  readonly name: string
  readonly monitors: readonly string[]
  readonly pool: string
  readonly image: string
  readonly readOnly: boolean
}

export interface Iscsi {
  readonly kind: 'iscsi'
  readonly name: string
  readonly iqn: string
  readonly readOnly: boolean
}

export function isClaimVolume(volume: PodVolume): volume is ClaimVolume {
  return volume.kind === 'claim' || volume.kind === 'ephemeral'
}

/** `podName` makes the claim's name of a generic ephemeral volume. */
export function readPodVolumes(spec: Fields, podName: string): PodVolume[] {
  const volumes: PodVolume[] = []
  for (const fields of spec.objects('volumes')) {
    const volume = readVolume(fields, podName)
    if (volume !== null) volumes.push(volume)
  }
  return volumes
}

function readVolume(fields: Fields, podName: string): PodVolume | null {
  const name = fields.string('name') ?? ''
  const claim = fields.object('persistentVolumeClaim')
  if (claim !== undefined)
    return { kind: 'claim', name, claimName: claim.string('claimName') ?? '' }
  if (fields.has('ephemeral')) return { kind: 'ephemeral', name, claimName: `${podName}-${name}` }
  const inTree = readInTreeVolume(fields)
  return inTree === null ? readBlockDevice(fields, name) : { ...inTree, name }
}

function readBlockDevice(fields: Fields, name: string): PodVolume | null {
  const iscsi = fields.object('iscsi')
  if (iscsi !== undefined) {
    const iqn = iscsi.string('iqn') ?? ''
    return { kind: 'iscsi', name, iqn, readOnly: iscsi.boolean('readOnly') }
  }
  const rbd = fields.object('rbd')
  if (rbd === undefined) return null
  return {
    kind: 'rbd',
    name,
    monitors: rbd.strings('monitors'),
    pool: rbd.string('pool') ?? '',
    image: rbd.string('image') ?? '',
    readOnly: rbd.boolean('readOnly'),
  }
}
