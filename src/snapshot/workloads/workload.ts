import type { LabelSelector } from '../selectors/label-selector.ts'

/** A Service, ReplicationController, ReplicaSet or StatefulSet: what makes pods a group. */
export interface Workload {
  readonly namespace: string
  readonly name: string
  readonly selector: LabelSelector
}

export interface Workloads {
  readonly services: readonly Workload[]
  readonly replicationControllers: readonly Workload[]
  readonly replicaSets: readonly Workload[]
  readonly statefulSets: readonly Workload[]
}
