import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'

/** Where the API server has the kinds that scheduling reads; what a cluster does not serve is empty. */
export const PATHS: readonly (readonly [SnapshotResource, string])[] = [
  ['nodes', '/api/v1/nodes'],
  ['pods', '/api/v1/pods'],
  ['namespaces', '/api/v1/namespaces'],
  ['services', '/api/v1/services'],
  ['replicationControllers', '/api/v1/replicationcontrollers'],
  ['replicaSets', '/apis/apps/v1/replicasets'],
  ['statefulSets', '/apis/apps/v1/statefulsets'],
  ['podDisruptionBudgets', '/apis/policy/v1/poddisruptionbudgets'],
  ['priorityClasses', '/apis/scheduling.k8s.io/v1/priorityclasses'],
  ['persistentVolumes', '/api/v1/persistentvolumes'],
  ['persistentVolumeClaims', '/api/v1/persistentvolumeclaims'],
  ['storageClasses', '/apis/storage.k8s.io/v1/storageclasses'],
  ['csiNodes', '/apis/storage.k8s.io/v1/csinodes'],
  ['csiDrivers', '/apis/storage.k8s.io/v1/csidrivers'],
  ['csiStorageCapacities', '/apis/storage.k8s.io/v1/csistoragecapacities'],
  ['volumeAttachments', '/apis/storage.k8s.io/v1/volumeattachments'],
  ['resourceClaims', '/apis/resource.k8s.io/v1/resourceclaims'],
  ['resourceSlices', '/apis/resource.k8s.io/v1/resourceslices'],
  ['deviceClasses', '/apis/resource.k8s.io/v1/deviceclasses'],
]
