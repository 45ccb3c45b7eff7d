import type { Json } from './make-node.ts'

export interface ClaimOptions {
  readonly namespace?: string
  readonly storageClass?: string
  readonly request?: string
  readonly accessModes?: readonly string[]
  /** The volume that it is bound to. */
  readonly volume?: string
  readonly selectedNode?: string
  readonly owner?: string
  readonly metadata?: Json
  /** Fields of spec beside or instead of these. */
  readonly spec?: Json
  readonly status?: Json
}

/** A PersistentVolumeClaim of 1Gi that waits for a volume, unless told otherwise. */
export function makeClaim(name: string, options: ClaimOptions = {}): Json {
  const { namespace = 'default', storageClass = 'slow', request = '1Gi', volume } = options
  const { accessModes = ['ReadWriteOnce'], selectedNode, owner } = options
  return {
    metadata: {
      name,
      namespace,
      uid: `uid-${name}`,
      annotations: {
        ...(volume !== undefined && { 'pv.kubernetes.io/bind-completed': 'yes' }),
        ...(selectedNode !== undefined && { 'volume.kubernetes.io/selected-node': selectedNode }),
      },
      ...(owner !== undefined && {
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', uid: owner, controller: true }],
      }),
      ...options.metadata,
    },
    spec: {
      accessModes,
      storageClassName: storageClass,
      resources: { requests: { storage: request } },
      ...(volume !== undefined && { volumeName: volume }),
      ...options.spec,
    },
    status: { phase: volume === undefined ? 'Pending' : 'Bound', ...options.status },
  }
}

export interface VolumeOptions {
  readonly storageClass?: string
  readonly capacity?: string
  readonly labels?: Readonly<Record<string, string>>
  /** Names of the only nodes that reach it. */
  readonly nodes?: readonly string[]
  readonly phase?: string
  readonly claimRef?: Json
  readonly annotations?: Readonly<Record<string, string>>
  /** Fields of spec beside or instead of these. */
  readonly spec?: Json
}

/** A PersistentVolume of 10Gi that is free and within everybody's reach, unless told otherwise. */
export function makeVolume(name: string, options: VolumeOptions = {}): Json {
  const { storageClass = 'slow', capacity = '10Gi', labels, nodes, annotations } = options
  const { phase = 'Available', claimRef } = options
  return {
    metadata: { name, labels, annotations },
    spec: {
      capacity: { storage: capacity },
      accessModes: ['ReadWriteOnce'],
      storageClassName: storageClass,
      claimRef,
      ...(nodes !== undefined && { nodeAffinity: { required: nodesNamed(nodes) } }),
      ...options.spec,
    },
    status: { phase },
  }
}

/** A node selector by host name. */
export function nodesNamed(values: readonly string[]): Json {
  return matching({ key: 'kubernetes.io/hostname', operator: 'In', values })
}

/** A node selector of one requirement. */
export function matching(requirement: Json): Json {
  return { nodeSelectorTerms: [{ matchExpressions: [requirement] }] }
}

/** A StorageClass that waits for the first pod, and makes no volumes without a provisioner. */
export function makeStorageClass(name: string, fields: Json = {}): Json {
  return {
    metadata: { name },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
    ...fields,
  }
}

/** A CSIStorageCapacity that every node reaches, unless told otherwise. */
export function makeCapacity(name: string, storageClass: string, fields: Json): Json {
  return { metadata: { name }, storageClassName: storageClass, nodeTopology: {}, ...fields }
}

/** A CSINode with drivers and the number of volumes that each may attach; null: any number. */
export function makeCsiNode(
  name: string,
  drivers: Readonly<Record<string, number | null>>,
  migratedPlugins = '',
): Json {
  return {
    metadata: {
      name,
      annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migratedPlugins },
    },
    spec: {
      drivers: Object.entries(drivers).map(([driver, count]) => ({
        name: driver,
        ...(count !== null && { allocatable: { count } }),
      })),
    },
  }
}

/** Volumes of a pod's spec, one for each claim. */
export function claimVolumes(...names: string[]): Json {
  return { volumes: names.map((claimName) => volumeOf({ persistentVolumeClaim: { claimName } })) }
}

/** One volume of a pod's spec. */
export function volumeOf(source: Json, name = 'data'): Json {
  return { name, ...source }
}
