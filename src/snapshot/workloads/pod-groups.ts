import { DEFAULT_NAMESPACE, DEFAULT_SCHEDULER_NAME } from '../api-defaults.ts'
import { editMap } from '../edits/edited.ts'
import { type Fields, isObject } from '../json/fields.ts'
import type { ScannedPod } from '../pods/scanned-pod.ts'
import { type PodGroup, podGroupKey, readPodGroup, textOf } from './pod-group.ts'
import { namespacedName, type ObjectEdit } from './read-workload.ts'
import { type WorkloadReference, workloadReferenceOf } from './workload-groups.ts'

/** The PodGroups of a snapshot, and how many pods name each of them, or a group in a Workload. */
export class PodGroups {
  private readonly groups: Map<string, PodGroup>
  /** By group, pods on nodes. */
  private readonly assigned: Map<string, number>
  /** By group, for each pod that waits the scheduler that it asks for. */
  private readonly waiting: Map<string, string[]>

  constructor(like: PodGroups | null = null) {
    this.groups = new Map(like?.groups)
    this.assigned = like?.assigned ?? new Map()
    this.waiting = like?.waiting ?? new Map()
  }

  /** The groups once some are as given, or gone; these here stay as they are, but for who joins. */
  edited(edits: readonly ObjectEdit[]): PodGroups {
    const copy = new PodGroups(this)
    editMap(copy.groups, edits, ({ namespace, name }) => podGroupKey(namespace, name), readPodGroup)
    return copy
  }

  add(object: Fields): void {
    const group = readPodGroup(object)
    this.groups.set(podGroupKey(group.namespace, group.name), group)
  }

  get(key: string): PodGroup | undefined {
    return this.groups.get(key)
  }

  /** Pods of the group that a scheduler knows of: those on nodes, and of the others its own. */
  size(key: string, isResponsible: (schedulerName: string) => boolean): number {
    const waiting = this.waiting.get(key) ?? []
    return (this.assigned.get(key) ?? 0) + waiting.filter(isResponsible).length
  }

  /** Counts the pod in its group. */
  join(pod: Fields): PodMembership {
    const membership = membershipOf(pod)
    this.count(membership)
    return membership
  }

  /** The same for a scanned pod. */
  joinScanned({ template, namespace, nodeName }: ScannedPod): PodMembership {
    const { podGroupName: groupName, schedulerName } = template
    const membership = {
      podGroup: groupName === '' ? '' : podGroupKey(namespace || DEFAULT_NAMESPACE, groupName),
      workloadRef: null,
      isWaiting: nodeName === '',
      schedulerName: schedulerName || DEFAULT_SCHEDULER_NAME,
    }
    this.count(membership)
    return membership
  }

  /** -1 takes back what 1 did. */
  count(membership: PodMembership, sign: 1 | -1 = 1): void {
    const { podGroup, workloadRef, isWaiting, schedulerName } = membership
    for (const group of [podGroup, workloadRef?.group ?? '']) {
      if (group === '') continue
      if (!isWaiting) {
        this.assigned.set(group, (this.assigned.get(group) ?? 0) + sign)
        continue
      }
      const waiting = this.waiting.get(group) ?? []
      this.waiting.set(group, waiting)
      if (sign === 1) waiting.push(schedulerName)
      else waiting.splice(waiting.lastIndexOf(schedulerName), 1)
    }
  }
}

/** What a pod counts as in its group. */
export interface PodMembership {
  /** The group's key, empty without. */
  readonly podGroup: string
  /** The group in a Workload, as 1.35 has it. */
  readonly workloadRef: WorkloadReference | null
  readonly isWaiting: boolean
  readonly schedulerName: string
}

export function isOfGroup({ podGroup, workloadRef }: PodMembership): boolean {
  return podGroup !== '' || workloadRef !== null
}

/** What a pod's spec says of its group. */
export function membershipOf(pod: Fields): PodMembership {
  const spec = pod.object('spec')?.value
  const group = spec?.['schedulingGroup']
  const groupName = isObject(group) ? textOf(group['podGroupName']) : ''
  const { namespace } = namespacedName(pod)
  return {
    podGroup: groupName === '' ? '' : podGroupKey(namespace, groupName),
    workloadRef: workloadReferenceOf(namespace, spec?.['workloadRef']),
    isWaiting: textOf(spec?.['nodeName']) === '',
    schedulerName: textOf(spec?.['schedulerName']) || DEFAULT_SCHEDULER_NAME,
  }
}
