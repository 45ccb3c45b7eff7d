/** Kinds whose fields are known, each with the version that has them; the struct has the kind's name. */
const VERSION_OF_KIND: ReadonlyMap<unknown, string> = new Map([
  ['CronJob', 'batch/v1'],
  ['DaemonSet', 'apps/v1'],
  ['Deployment', 'apps/v1'],
  ['Job', 'batch/v1'],
  ['LimitRange', 'v1'],
  ['Namespace', 'v1'],
  ['Node', 'v1'],
  ['PersistentVolumeClaim', 'v1'],
  ['Pod', 'v1'],
  ['PodDisruptionBudget', 'policy/v1'],
  ['PodTemplate', 'v1'],
  ['PriorityClass', 'scheduling.k8s.io/v1'],
  ['ReplicaSet', 'apps/v1'],
  ['ReplicationController', 'v1'],
  ['ResourceQuota', 'v1'],
  ['Service', 'v1'],
  ['StatefulSet', 'apps/v1'],
  ['StorageClass', 'storage.k8s.io/v1'],
])

/** Whether the fields of such an object are known; one that does not name its version is of the known one. */
export function isCheckedKind(kind: unknown, apiVersion: unknown): kind is string {
  const version = VERSION_OF_KIND.get(kind)
  return version !== undefined && (apiVersion === undefined || apiVersion === version)
}
