import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import type { Fields } from '../json/fields.ts'
import { wholeUnits } from '../resources/quantity.ts'
import { EVERYTHING, type LabelSelector, readLabelSelector } from '../selectors/label-selector.ts'
import { CLASS_ANNOTATION, type PersistentVolume } from './persistent-volume.ts'

const BIND_COMPLETED_ANNOTATION = 'pv.kubernetes.io/bind-completed'
const SELECTED_NODE_ANNOTATION = 'volume.kubernetes.io/selected-node'

export interface PersistentVolumeClaim {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** As the annotation or else the field has it, empty for none. */
  readonly className: string
  readonly attributesClassName: string
  /** Nano bytes; null when the claim names no size. */
  readonly requestNano: bigint | null
  /** 0 when the claim names no size. */
  readonly requestBytes: number
  readonly accessModes: readonly string[]
  readonly volumeMode: string
  readonly selector: LabelSelector
  /** Empty until a volume is found or given. */
  readonly volumeName: string
  /** The volume controller is done with it (an annotation says so). */
  readonly bindCompleted: boolean
  readonly lost: boolean
  readonly deleting: boolean
  /** uid of the controlling owner, null without: the pod, for a generic ephemeral volume. */
  readonly controllerUid: string | null
  /** Where its volume is to be provisioned; set when a pod of the request is placed. */
  selectedNode: string | null
}

export function readPersistentVolumeClaim(claim: Fields): PersistentVolumeClaim {
  const metadata = claim.object('metadata')
  const annotations = metadata?.object('annotations')
  const spec = claim.object('spec')
  const requestNano = spec?.object('resources')?.object('requests')?.quantity('storage') ?? null
  const owner = metadata?.objects('ownerReferences').find((one) => one.value['controller'] === true)
  return {
    namespace: metadata?.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata?.string('name') ?? '',
    uid: metadata?.string('uid') ?? '',
    className: annotations?.string(CLASS_ANNOTATION) ?? spec?.string('storageClassName') ?? '',
    attributesClassName: spec?.string('volumeAttributesClassName') ?? '',
    requestNano,
    requestBytes: wholeUnits(requestNano ?? 0n),
    accessModes: spec?.strings('accessModes') ?? [],
    volumeMode: spec?.string('volumeMode') ?? 'Filesystem',
    selector: spec?.has('selector') ? readLabelSelector(spec, 'selector') : EVERYTHING,
    volumeName: spec?.string('volumeName') ?? '',
    bindCompleted: annotations?.has(BIND_COMPLETED_ANNOTATION) ?? false,
    lost: claim.object('status')?.string('phase') === 'Lost',
    deleting: metadata?.has('deletionTimestamp') ?? false,
    controllerUid: owner === undefined ? null : (owner.string('uid') ?? ''),
    selectedNode: annotations?.string(SELECTED_NODE_ANNOTATION) ?? null,
  }
}

export function isBound(claim: PersistentVolumeClaim): boolean {
  return claim.volumeName !== '' && claim.bindCompleted
}

/** The volume belongs to the claim, or somebody keeps it for a claim of this name. */
export function isVolumeOf({ claimRef }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (
    claimRef !== null &&
    claimRef.name === claim.name &&
    claimRef.namespace === claim.namespace &&
    (claimRef.uid === '' || claimRef.uid === claim.uid)
  )
}
