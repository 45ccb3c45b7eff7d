import type { QueueingEvent } from '../scheduler/around/queueing-hints.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { namespacedKey, textAt } from '../snapshot/json/raw-object.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ChangeType } from './api-server/change.ts'
import { hasFinished } from './pending-pod.ts'

const ACTIONS = { ADDED: 'Add', MODIFIED: 'Update', DELETED: 'Delete' } as const

/** A node that changed may have changed in all of this. */
const NODE_UPDATES = [
  'UpdateNodeLabel',
  'UpdateNodeTaint',
  'UpdateNodeAllocatable',
  'UpdateNodeDeclaredFeature',
]

/** A pod left the room that it took. */
export const POD_LEFT: QueueingEvent = { resource: 'AssignedPod', action: 'Delete' }

/** What happens to objects, as queueing hints name it. */
export class QueueEvents {
  /** Of each pod on a node, what may let others fit when it changes. */
  private readonly assigned = new Map<string, { readonly labels: string; readonly asks: string }>()

  of(kind: SnapshotResource, type: ChangeType, object: JsonObject): QueueingEvent[] {
    if (kind === 'pods') return this.ofPod(type, object)
    const resource = SNAPSHOT_RESOURCES[kind]
    if (kind !== 'nodes' || type !== 'MODIFIED') return [{ resource, action: ACTIONS[type] }]
    return NODE_UPDATES.map((action) => ({ resource, action }))
  }

  /** A pod without a node takes no room, and one that has finished gives its room back. */
  private ofPod(type: ChangeType, pod: JsonObject): QueueingEvent[] {
    const key = namespacedKey(pod)
    const before = this.assigned.get(key)
    if (type === 'DELETED' || hasFinished(pod)) {
      this.assigned.delete(key)
      return before === undefined ? [] : [POD_LEFT]
    }
    if (textAt(pod, 'spec', 'nodeName') === '') return []
    const { metadata } = pod
    const labels = JSON.stringify(isObject(metadata) ? (metadata['labels'] ?? null) : null)
    const asks = asksOf(pod)
    this.assigned.set(key, { labels, asks })
    const resource = 'AssignedPod'
    if (before === undefined) return [{ resource, action: 'Add' }]
    return [
      ...(labels === before.labels ? [] : [{ resource, action: 'UpdatePodLabel' }]),
      // More would help nobody, and is rare.
      ...(asks === before.asks ? [] : [{ resource, action: 'UpdatePodScaleDown' }]),
    ]
  }
}

/** Its containers' resources, as one text. */
function asksOf({ spec }: JsonObject): string {
  const containers = isObject(spec) && Array.isArray(spec['containers']) ? spec['containers'] : []
  return JSON.stringify(containers.map((one) => (isObject(one) ? one['resources'] : null)))
}
