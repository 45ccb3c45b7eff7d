import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { listAt, objectAt } from '../../snapshot/json/raw-object.ts'
import { type Taint, UNSCHEDULABLE_TAINT } from '../../snapshot/nodes/taint.ts'
import { HOSTNAME } from '../../snapshot/nodes/topology-labels.ts'
import type { ClusterChange } from './change.ts'

type NodeChange = Extract<ClusterChange, { op: 'uncordon' | 'untaint' | 'label' }>

/** The node as it would be with a change; the node given stays as it is. */
export function changeNode(node: JsonObject, change: NodeChange): JsonObject {
  switch (change.op) {
    case 'uncordon':
      return uncordonedNode(node)
    case 'untaint':
      return untaintedNode(node, change.key, change.effect)
    case 'label':
      return labelledNode(node, [[change.key, change.value]])
  }
}

/** Taints of this prefix say how a node is, not what it is for. */
const CONDITION_TAINTS = 'node.kubernetes.io/'

/** One more node of the same kind, empty and in working order. */
export function nodeLike(node: JsonObject, name: string): JsonObject {
  const labels = objectAt(objectAt(node, 'metadata'), 'labels')
  const named = labels[HOSTNAME] === undefined ? labels : { ...labels, [HOSTNAME]: name }
  const taints = taintsOf(node).filter(
    (taint) => !isObject(taint) || !String(taint['key']).startsWith(CONDITION_TAINTS),
  )
  const spec = { ...objectAt(node, 'spec'), unschedulable: false, taints }
  return { ...node, metadata: { name, labels: named }, spec }
}

/** The node as `kubectl cordon` leaves it, and the taint that its controller adds. */
export function cordonedNode(node: JsonObject): JsonObject {
  const { key, effect } = UNSCHEDULABLE_TAINT
  const taints = [...taintsOf(untaintedNode(node, key, effect)), { key, effect }]
  return withSpec(node, { unschedulable: true, taints })
}

export function uncordonedNode(node: JsonObject): JsonObject {
  const { key, effect } = UNSCHEDULABLE_TAINT
  return withSpec(untaintedNode(node, key, effect), { unschedulable: false })
}

/** In place of one of the same key and effect. */
export function taintedNode(node: JsonObject, taint: Taint): JsonObject {
  const others = taintsOf(untaintedNode(node, taint.key, taint.effect))
  return withSpec(node, { taints: [...others, taint] })
}

/** Without the taint, or, where no effect is given, without all of the key. */
export function untaintedNode(node: JsonObject, key: string, effect?: string): JsonObject {
  return withSpec(node, {
    taints: taintsOf(node).filter((taint) => !isTaint(taint, key, effect)),
  })
}

export function hasTaint(node: JsonObject, key: string, effect?: string): boolean {
  return taintsOf(node).some((taint) => isTaint(taint, key, effect))
}

/** With labels added, replaced or, where they are null, taken away. */
export function labelledNode(
  node: JsonObject,
  changes: readonly (readonly [key: string, value: string | null])[],
): JsonObject {
  const metadata = objectAt(node, 'metadata')
  const labels = new Map(Object.entries(objectAt(metadata, 'labels')))
  for (const [key, value] of changes) {
    if (value === null) labels.delete(key)
    else labels.set(key, value)
  }
  return { ...node, metadata: { ...metadata, labels: Object.fromEntries(labels) } }
}

function withSpec(node: JsonObject, changes: JsonObject): JsonObject {
  return { ...node, spec: { ...objectAt(node, 'spec'), ...changes } }
}

function isTaint(taint: unknown, key: string, effect: string | undefined): boolean {
  if (!isObject(taint) || taint['key'] !== key) return false
  return effect === undefined || taint['effect'] === effect
}

function taintsOf(node: JsonObject): readonly unknown[] {
  return listAt(objectAt(node, 'spec'), 'taints')
}
