import type { SnapshotResource } from './snapshot-resources.ts'

interface ApiGroup {
  /** Empty: the core group. */
  readonly group: string
  /** Those that Berth can read, the best first: which of them an API server has depends on its release. */
  readonly versions: readonly [string, ...string[]]
}

const CORE: ApiGroup = { group: '', versions: ['v1'] }
const APPS: ApiGroup = { group: 'apps', versions: ['v1'] }
const STORAGE: ApiGroup = { group: 'storage.k8s.io', versions: ['v1'] }
const RESOURCE: ApiGroup = { group: 'resource.k8s.io', versions: ['v1'] }

/** Where the API server has each kind; the resource is the kind's plural in lower case. */
export const API_GROUPS: Readonly<Record<SnapshotResource, ApiGroup>> = {
  nodes: CORE,
  pods: CORE,
  namespaces: CORE,
  services: CORE,
  replicationControllers: CORE,
  replicaSets: APPS,
  statefulSets: APPS,
  podDisruptionBudgets: { group: 'policy', versions: ['v1'] },
  priorityClasses: { group: 'scheduling.k8s.io', versions: ['v1'] },
  persistentVolumes: CORE,
  persistentVolumeClaims: CORE,
  storageClasses: STORAGE,
  csiNodes: STORAGE,
  csiDrivers: STORAGE,
  csiStorageCapacities: STORAGE,
  volumeAttachments: STORAGE,
  resourceClaims: RESOURCE,
  resourceSlices: RESOURCE,
  deviceClasses: RESOURCE,
  leases: { group: 'coordination.k8s.io', versions: ['v1'] },
  // v1 since 1.37, v1beta2 in 1.36, v1alpha3 from 1.33 on.
  deviceTaintRules: { group: 'resource.k8s.io', versions: ['v1', 'v1beta2', 'v1alpha3'] },
  resourceClaimTemplates: RESOURCE,
  serviceAccounts: CORE,
  limitRanges: CORE,
  resourceQuotas: CORE,
  runtimeClasses: { group: 'node.k8s.io', versions: ['v1'] },
  // v1beta1 and v1alpha3 in 1.37, v1alpha2 in 1.36.
  podGroups: { group: 'scheduling.k8s.io', versions: ['v1beta1', 'v1alpha3', 'v1alpha2'] },
  workloads: {
    group: 'scheduling.k8s.io',
    versions: ['v1beta1', 'v1alpha3', 'v1alpha2', 'v1alpha1'],
  },
}
