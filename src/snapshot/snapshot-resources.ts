/** The arrays of a snapshot, and the Kubernetes kind of the objects in each. */
export const SNAPSHOT_RESOURCES = {
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
  leases: 'Lease',
  deviceTaintRules: 'DeviceTaintRule',
  resourceClaimTemplates: 'ResourceClaimTemplate',
  serviceAccounts: 'ServiceAccount',
  limitRanges: 'LimitRange',
  resourceQuotas: 'ResourceQuota',
  runtimeClasses: 'RuntimeClass',
  podGroups: 'PodGroup',
  workloads: 'Workload',
} as const

export type SnapshotResource = keyof typeof SNAPSHOT_RESOURCES

// Object.keys of a literal object gives exactly its keys.
export const SNAPSHOT_KIND_NAMES = Object.keys(SNAPSHOT_RESOURCES) as readonly SnapshotResource[]

/** The command that gets all objects of some kinds. */
export function kubectlGet(...kinds: readonly SnapshotResource[]): string {
  return `kubectl get ${kinds.join().toLowerCase()} -A -o json`
}

/** The snapshot array of a Kubernetes kind, undefined for kinds that scheduling does not read. */
export const ARRAY_OF_KIND: ReadonlyMap<string, SnapshotResource> = new Map(
  SNAPSHOT_KIND_NAMES.map((name) => [SNAPSHOT_RESOURCES[name], name]),
)
