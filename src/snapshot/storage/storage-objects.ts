import type { Fields } from '../json/fields.ts'
import { wholeUnits } from '../resources/quantity.ts'
import {
  type LabelRequirement,
  type LabelSelector,
  readLabelSelector,
} from '../selectors/label-selector.ts'

/** What a class lets be provisioned where: alternatives, each a list of labels that a node must have. */
export type AllowedTopologies = readonly (readonly LabelRequirement[])[]

export interface StorageClass {
  readonly name: string
  readonly provisioner: string
  /** Immediate or WaitForFirstConsumer; null when not set, which the API server never leaves so. */
  readonly bindingMode: string | null
  /** Empty: anywhere. */
  readonly allowedTopologies: AllowedTopologies
}

export interface CsiNode {
  /** Drivers installed on the node, and how many of their volumes it may attach (null: no limit). */
  readonly attachableMax: ReadonlyMap<string, number | null>
  /** In-tree plugins whose volumes the node leaves to CSI drivers. */
  readonly migratedPlugins: ReadonlySet<string>
}

export interface CsiDriver {
  readonly name: string
  /** Publishes CSIStorageCapacities, so that only nodes in reach of enough storage are chosen. */
  readonly tracksCapacity: boolean
  /** Pods with its volumes stay off nodes where it is not installed. */
  readonly mustBeInstalled: boolean
}

/** Storage of one class that some nodes can reach. */
export interface StorageCapacity {
  readonly name: string
  readonly className: string
  /** Null: no node reaches it. */
  readonly topology: LabelSelector
  readonly capacityBytes: number | null
  /** The largest single volume, where the driver knows it. */
  readonly volumeMaxBytes: number | null
}

export interface VolumeAttachment {
  readonly attacher: string
  readonly nodeName: string
  readonly volumeName: string | null
}

export function readStorageClass(fields: Fields): StorageClass {
  return {
    name: fields.object('metadata')?.string('name') ?? '',
    provisioner: fields.string('provisioner') ?? '',
    bindingMode: fields.string('volumeBindingMode') ?? null,
    allowedTopologies: fields
      .objects('allowedTopologies')
      .map((term) => term.objects('matchLabelExpressions').map(readTopology)),
  }
}

function readTopology(fields: Fields): LabelRequirement {
  return { key: fields.string('key') ?? '', operator: 'In', values: fields.strings('values') }
}

const MIGRATED_PLUGINS_ANNOTATION = 'storage.alpha.kubernetes.io/migrated-plugins'

export function readCsiNode(fields: Fields): CsiNode {
  const attachableMax = new Map<string, number | null>()
  for (const driver of fields.object('spec')?.objects('drivers') ?? []) {
    const count = driver.object('allocatable')?.int32('count') ?? null
    attachableMax.set(driver.string('name') ?? '', count)
  }
  const annotations = fields.object('metadata')?.object('annotations')
  const migrated = annotations?.string(MIGRATED_PLUGINS_ANNOTATION) ?? ''
  return { attachableMax, migratedPlugins: new Set(migrated === '' ? [] : migrated.split(',')) }
}

export function readCsiDriver(fields: Fields): CsiDriver {
  const spec = fields.object('spec')
  return {
    name: fields.object('metadata')?.string('name') ?? '',
    tracksCapacity: spec?.boolean('storageCapacity') ?? false,
    mustBeInstalled: spec?.boolean('preventPodSchedulingIfMissing') ?? false,
  }
}

export function readStorageCapacity(fields: Fields): StorageCapacity {
  const bytes = (key: string) => {
    const nano = fields.quantity(key)
    return nano === undefined ? null : wholeUnits(nano)
  }
  return {
    name: fields.object('metadata')?.string('name') ?? '',
    className: fields.string('storageClassName') ?? '',
    topology: readLabelSelector(fields, 'nodeTopology'),
    capacityBytes: bytes('capacity'),
    volumeMaxBytes: bytes('maximumVolumeSize'),
  }
}

export function readVolumeAttachment(fields: Fields): VolumeAttachment {
  const spec = fields.object('spec')
  return {
    attacher: spec?.string('attacher') ?? '',
    nodeName: spec?.string('nodeName') ?? '',
    volumeName: spec?.object('source')?.string('persistentVolumeName') ?? null,
  }
}
