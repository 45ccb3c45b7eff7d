import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { ResourceList, Toleration } from '../types/types.ts'

/** The objects of a cluster that admission asks for, by what it asks. */
export interface AdmissionCluster {
  /** Kinds of which the snapshot says nothing, and which are not to be taken as empty. */
  readonly unknownKinds: ReadonlySet<SnapshotResource>
  readonly namespaces: ReadonlyMap<string, Namespace>
  /** By namespace and name. */
  readonly serviceAccounts: ReadonlyMap<string, ServiceAccount>
  /** Of the namespace, in the order of the snapshot. */
  readonly limitRanges: readonly LimitRange[]
  readonly resourceQuotas: readonly ResourceQuota[]
  readonly priorityClasses: ReadonlyMap<string, PriorityClass>
  readonly runtimeClasses: ReadonlyMap<string, RuntimeClass>
  /** Pods of the namespace by name. */
  readonly pods: ReadonlyMap<string, ExistingPod>
  /** Topology labels of nodes by name. */
  readonly nodes: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export interface Namespace {
  readonly labels: ReadonlyMap<string, string>
  readonly isTerminating: boolean
}

export interface ServiceAccount {
  readonly name: string
  readonly automountServiceAccountToken: boolean | undefined
  /** Only the secrets that the account lists may be used. */
  readonly hasMountableSecrets: boolean
  readonly secrets: readonly string[]
  readonly imagePullSecrets: readonly string[]
}

export interface LimitRange {
  readonly name: string
  readonly items: readonly LimitRangeItem[]
}

export interface LimitRangeItem {
  readonly type: string
  readonly max: ResourceList
  readonly min: ResourceList
  readonly default: ResourceList
  readonly defaultRequest: ResourceList
  readonly maxLimitRequestRatio: ResourceList
}

export interface ResourceQuota {
  readonly name: string
  readonly scopes: readonly ScopeRequirement[]
  readonly hard: ResourceList
  readonly used: ResourceList
}

export interface ScopeRequirement {
  readonly scopeName: string
  readonly operator: string
  readonly values: readonly string[]
}

export interface PriorityClass {
  readonly name: string
  readonly value: number
  readonly isGlobalDefault: boolean
  readonly preemptionPolicy: string
}

export interface RuntimeClass {
  readonly name: string
  /** Undefined where the class has no overhead, which is not the same as an empty one. */
  readonly overhead: ResourceList | undefined
  readonly scheduling: RuntimeClassScheduling | undefined
}

export interface RuntimeClassScheduling {
  readonly nodeSelector: ReadonlyMap<string, string> | undefined
  readonly tolerations: readonly Toleration[]
}

export interface ExistingPod {
  readonly isTerminating: boolean
}

export function accountKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}
