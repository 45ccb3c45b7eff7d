import type { Fields } from './fields.ts'

/** A pod's volume, as far as scheduling reads it. */
export type PodVolume =
  | { readonly kind: 'claim'; readonly name: string; readonly claimName: string }
  | { readonly kind: 'ephemeral'; readonly name: string; readonly claimName: string }
  | GcePersistentDisk
  | AwsElasticBlockStore
  | Rbd
  | Iscsi
  | { readonly kind: 'image'; readonly name: string; readonly reference: string }
  | {
      readonly kind: 'inline'
      readonly name: string
      /** The field of the volume source, such as azureDisk or csi. */
      readonly source: string
      /** What identifies the volume within its kind (disk name, volume id, driver). */
      readonly identity: string
    }

export interface GcePersistentDisk {
  readonly kind: 'gcePersistentDisk'
  readonly name: string
  readonly pdName: string
  readonly readOnly: boolean
}

export interface AwsElasticBlockStore {
  readonly kind: 'awsElasticBlockStore'
  readonly name: string
  readonly volumeId: string
}

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

/** Sources that scheduling counts or translates, with the field that identifies the volume. */
const IDENTITY_FIELD: ReadonlyMap<string, string> = new Map([
  ['azureDisk', 'diskName'],
  ['azureFile', 'shareName'],
  ['cinder', 'volumeID'],
  ['vsphereVolume', 'volumePath'],
  ['portworxVolume', 'volumeID'],
  ['csi', 'driver'],
])

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
  if (claim !== undefined) return { kind: 'claim', name, claimName: claim.string('claimName') ?? '' }
  if (fields.has('ephemeral')) return { kind: 'ephemeral', name, claimName: `${podName}-${name}` }
  const image = fields.object('image')
  if (image !== undefined) return { kind: 'image', name, reference: image.string('reference') ?? '' }
  return readDisk(fields, name) ?? readInline(fields, name)
}

function readDisk(fields: Fields, name: string): PodVolume | null {
  const gce = fields.object('gcePersistentDisk')
  if (gce !== undefined) {
    const pdName = gce.string('pdName') ?? ''
    return { kind: 'gcePersistentDisk', name, pdName, readOnly: gce.boolean('readOnly') }
  }
  const ebs = fields.object('awsElasticBlockStore')
  if (ebs !== undefined) {
    return { kind: 'awsElasticBlockStore', name, volumeId: ebs.string('volumeID') ?? '' }
  }
  const iscsi = fields.object('iscsi')
  if (iscsi !== undefined) {
    const iqn = iscsi.string('iqn') ?? ''
    return { kind: 'iscsi', name, iqn, readOnly: iscsi.boolean('readOnly') }
  }
  const rbd = fields.object('rbd')
  return rbd === undefined ? null : readRbd(rbd, name)
}

function readRbd(rbd: Fields, name: string): Rbd {
  return {
    kind: 'rbd',
    name,
    monitors: rbd.strings('monitors'),
    pool: rbd.string('pool') ?? '',
    image: rbd.string('image') ?? '',
    readOnly: rbd.boolean('readOnly'),
  }
}

function readInline(fields: Fields, name: string): PodVolume | null {
  for (const [source, field] of IDENTITY_FIELD) {
    const inline = fields.object(source)
    if (inline !== undefined) {
      return { kind: 'inline', name, source, identity: inline.string(field) ?? '' }
    }
  }
  return null
}
