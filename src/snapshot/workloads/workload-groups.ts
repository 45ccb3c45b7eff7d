import { editMap } from '../edits/edited.ts'
import { type Fields, isObject } from '../json/fields.ts'
import { podGroupKey, textOf } from './pod-group.ts'
import { namespacedName, type ObjectEdit } from './read-workload.ts'

/** A pod's spec.workloadRef, by which 1.35 knows its group. */
export interface WorkloadReference {
  /** Of the Workload, as podGroupKey makes it. */
  readonly workload: string
  readonly name: string
  readonly podGroup: string
  /** Stands for the group: all that pods of one group have in common. */
  readonly group: string
}

const REFERENCE_FIELDS = ['name', 'podGroup', 'podGroupReplicaKey'] as const

/** For each pod group of a Workload its minCount; null for a basic group, which is no gang. */
export type GroupPolicies = ReadonlyMap<string, number | null>

/** The Workloads of a snapshot (scheduling.k8s.io/v1alpha1), in which 1.35 keeps its pod groups. */
export class WorkloadGroups {
  private readonly policies: Map<string, GroupPolicies>

  constructor(policies: ReadonlyMap<string, GroupPolicies> = new Map()) {
    this.policies = new Map(policies)
  }

  /** The same once some are as given, or gone. */
  edited(edits: readonly ObjectEdit[]): WorkloadGroups {
    const copy = new WorkloadGroups(this.policies)
    editMap(
      copy.policies,
      edits,
      ({ namespace, name }) => podGroupKey(namespace, name),
      readPolicies,
    )
    return copy
  }

  add(object: Fields): void {
    const { namespace, name } = namespacedName(object)
    this.policies.set(podGroupKey(namespace, name), readPolicies(object))
  }

  get(workload: string): GroupPolicies | undefined {
    return this.policies.get(workload)
  }
}

/** Of pod groups with one name the first counts. */
function readPolicies(object: Fields): GroupPolicies {
  const policies = new Map<string, number | null>()
  for (const group of object.object('spec')?.objects('podGroups') ?? []) {
    const name = group.string('name') ?? ''
    const gang = group.object('policy')?.object('gang')
    const minCount = gang === undefined ? null : (gang.int32('minCount') ?? 0)
    if (!policies.has(name)) policies.set(name, minCount)
  }
  return policies
}

/** What a pod of this namespace says of its group in a Workload; null: nothing. */
export function workloadReferenceOf(namespace: string, value: unknown): WorkloadReference | null {
  if (!isObject(value)) return null
  const [name, podGroup, replica] = REFERENCE_FIELDS.map((field) => textOf(value[field]))
  const workload = podGroupKey(namespace, name)
  const group = [workload, podGroup, ...(replica === '' ? [] : [replica])].join('/')
  return { workload, name, podGroup, group }
}
