import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { namespaceOf, textAt } from '../snapshot/json/raw-object.ts'

/**
 * Our pods without a node, as the API server told of them last, by namespace/name; and what each waits
 * in the queue as: by itself, or with the others of its PodGroup.
 */
export class UnboundPods {
  private readonly pods = new Map<string, JsonObject>()
  private readonly groups = new Map<string, Set<string>>()

  get(key: string): JsonObject | undefined {
    return this.pods.get(key)
  }

  put(key: string, pod: JsonObject): void {
    // Another pod of the name may be in another group.
    this.delete(key)
    this.pods.set(key, pod)
    const group = groupOf(pod)
    if (group === '') return
    const members = this.groups.get(group) ?? new Set()
    this.groups.set(group, members.add(key))
  }

  delete(key: string): void {
    const group = groupOf(this.pods.get(key))
    this.pods.delete(key)
    const members = this.groups.get(group)
    members?.delete(key)
    if (members?.size === 0) this.groups.delete(group)
  }

  /** The key in the queue of what the pod waits as. */
  entityOf(key: string): string {
    return groupOf(this.pods.get(key)) || key
  }

  /** Of a group in the queue, in the order in which they were told of first; null for a pod by itself. */
  membersOf(entity: string): readonly string[] | null {
    return isGroup(entity) ? [...(this.groups.get(entity) ?? [])] : null
  }
}

const PREFIX = 'podgroup '

/** Where a PodGroup waits in the queue. */
export function groupEntity(key: string): string {
  return `${PREFIX}${key}`
}

/** namespace/name of the PodGroup that waits as this. */
export function groupKeyOf(entity: string): string {
  return entity.slice(PREFIX.length)
}

/** Names of pods have no spaces. */
function isGroup(entity: string): boolean {
  return entity.startsWith(PREFIX)
}

/** Empty for a pod that is decided alone. */
function groupOf(pod: JsonObject | undefined): string {
  const spec = pod?.['spec']
  const name = isObject(spec) ? textAt(spec, 'schedulingGroup', 'podGroupName') : ''
  return name === '' ? '' : groupEntity(`${namespaceOf(pod)}/${name}`)
}
