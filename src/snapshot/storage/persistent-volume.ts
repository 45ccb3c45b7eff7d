import type { Fields } from '../json/fields.ts'
import { wholeUnits } from '../resources/quantity.ts'
import type { Labels } from '../selectors/label-selector.ts'
import { type NodeSelector, readNodeSelector } from '../selectors/node-selector.ts'
import { type InTreeVolume, readInTreeVolume } from './in-tree-volume.ts'

/** Older than the field spec.storageClassName, and stronger. */
export const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

export interface CsiVolume {
  readonly kind: 'csi'
  readonly driver: string
  readonly handle: string
}

/** Whom a volume belongs to; a volume that a person bound beforehand may leave the uid empty. */
export interface ClaimReference {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

export interface PersistentVolume {
  readonly name: string
  readonly labels: Labels
  /** As the annotation or else the field has it, empty for none. */
  readonly className: string
  /** The field alone: what storage scores are grouped by. */
  readonly fieldClassName: string
  /** Nano bytes, as compared by upstream without rounding. */
  readonly capacityNano: bigint
  readonly capacityBytes: number
  readonly accessModes: readonly string[]
  readonly volumeMode: string
  readonly attributesClassName: string
  /** Null: reachable from every node. */
  readonly requiredAffinity: NodeSelector | null
  readonly phase: string
  readonly deleting: boolean
  /** Null for sources that scheduling never tells apart. */
  readonly source: CsiVolume | InTreeVolume | null
  /** Whom it is bound to or kept for; changes when a pod of the request takes it. */
  claimRef: ClaimReference | null
}

export function readPersistentVolume(volume: Fields): PersistentVolume {
  const metadata = volume.object('metadata')
  const spec = volume.object('spec')
  const affinity = spec?.object('nodeAffinity')
  const fieldClassName = spec?.string('storageClassName') ?? ''
  const capacityNano = spec?.object('capacity')?.quantity('storage') ?? 0n
  return {
    name: metadata?.string('name') ?? '',
    labels: metadata?.stringMap('labels') ?? new Map(),
    className: metadata?.object('annotations')?.string(CLASS_ANNOTATION) ?? fieldClassName,
    fieldClassName,
    capacityNano,
    capacityBytes: wholeUnits(capacityNano),
    accessModes: spec?.strings('accessModes') ?? [],
    volumeMode: spec?.string('volumeMode') ?? 'Filesystem',
    attributesClassName: spec?.string('volumeAttributesClassName') ?? '',
    requiredAffinity: affinity === undefined ? null : readNodeSelector(affinity, 'required'),
    phase: volume.object('status')?.string('phase') ?? '',
    deleting: metadata?.has('deletionTimestamp') ?? false,
    source: spec === undefined ? null : readSource(spec),
    claimRef: readClaimReference(spec?.object('claimRef')),
  }
}

function readSource(spec: Fields): PersistentVolume['source'] {
  const csi = spec.object('csi')
  if (csi === undefined) return readInTreeVolume(spec)
  return {
    kind: 'csi',
    driver: csi.string('driver') ?? '',
    handle: csi.string('volumeHandle') ?? '',
  }
}

function readClaimReference(reference: Fields | undefined): ClaimReference | null {
  if (reference === undefined) return null
  return {
    namespace: reference.string('namespace') ?? '',
    name: reference.string('name') ?? '',
    uid: reference.string('uid') ?? '',
  }
}
