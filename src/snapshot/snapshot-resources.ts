/** The arrays of a snapshot, and the Kubernetes kind of the objects in each. */
export const SNAPSHOT_KINDS = {
  nodes: 'Node',
  pods: 'Pod',
  namespaces: 'Namespace',
  services: 'Service',
  replicationControllers: 'ReplicationController',
  replicaSets: 'ReplicaSet',
  statefulSets: 'StatefulSet',
  podDisruptionBudgets: 'PodDisruptionBudget',
  priorityClasses: 'PriorityClass',
  persistentVolumes: 'PersistentVolume',
  persistentVolumeClaims: 'PersistentVolumeClaim',
  storageClasses: 'StorageClass',
  csiNodes: 'CSINode',
  csiDrivers: 'CSIDriver',
  csiStorageCapacities: 'CSIStorageCapacity',
  volumeAttachments: 'VolumeAttachment',
  resourceClaims: 'ResourceClaim',
  resourceSlices: 'ResourceSlice',
  deviceClasses: 'DeviceClass',
} as const

export type SnapshotKind = keyof typeof SNAPSHOT_KINDS

// Object.keys of a literal object gives exactly its keys.
export const SNAPSHOT_KIND_NAMES = Object.keys(SNAPSHOT_KINDS) as readonly SnapshotKind[]

/** The snapshot array of a Kubernetes kind, undefined for kinds that scheduling does not read. */
export const ARRAY_OF_KIND: ReadonlyMap<string, SnapshotKind> = new Map(
  SNAPSHOT_KIND_NAMES.map((name) => [SNAPSHOT_KINDS[name], name]),
)
