import { DEFAULT_NAMESPACE, DEFAULT_SCHEDULER_NAME } from '../api-defaults.ts'
import { type Fields, isObject } from '../json/fields.ts'
import type { ScannedPod } from '../pods/scanned-pod.ts'
import { type PodGroup, podGroupKey, readPodGroup } from './pod-group.ts'
import { namespacedName } from './read-workload.ts'

/** What a pod's spec says of its group. */
interface Membership {
  /** Empty without a group. */
  readonly groupName: string
  readonly schedulerName: string
}

const ALONE: Membership = { groupName: '', schedulerName: '' }

/** The PodGroups of a snapshot, and how many pods name each. */
export class PodGroups {
  private readonly groups = new Map<string, PodGroup>()
  /** By group, pods on nodes. */
  private readonly assigned = new Map<string, number>()
  /** By group, for each pod that waits the scheduler that it asks for. */
  private readonly waiting = new Map<string, string[]>()

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

  /** The pod's group, empty without. */
  keyOf(pod: Fields): string {
    const { groupName } = membershipOf(pod.object('spec')?.value)
    return groupName === '' ? '' : podGroupKey(namespacedName(pod).namespace, groupName)
  }

  /** Counts the pod in its group. */
  join(pod: Fields): void {
    const spec = pod.object('spec')
    const { schedulerName } = membershipOf(spec?.value)
    this.count(this.keyOf(pod), spec?.string('nodeName') ?? '', schedulerName)
  }

  /** The same for a scanned pod; gives its group. */
  joinScanned({ template, namespace, nodeName }: ScannedPod): string {
    const { podGroupName: groupName, schedulerName } = template
    if (groupName === '') return ''
    const key = podGroupKey(namespace || DEFAULT_NAMESPACE, groupName)
    this.count(key, nodeName, schedulerName || DEFAULT_SCHEDULER_NAME)
    return key
  }

  private count(key: string, nodeName: string, schedulerName: string): void {
    if (key === '') return
    if (nodeName !== '') this.assigned.set(key, (this.assigned.get(key) ?? 0) + 1)
    else {
      const waiting = this.waiting.get(key)
      if (waiting === undefined) this.waiting.set(key, [schedulerName])
      else waiting.push(schedulerName)
    }
  }
}

function membershipOf(spec: unknown): Membership {
  if (!isObject(spec)) return ALONE
  const group = spec['schedulingGroup']
  const groupName = isObject(group) ? textOf(group['podGroupName']) : ''
  return { groupName, schedulerName: textOf(spec['schedulerName']) || DEFAULT_SCHEDULER_NAME }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
