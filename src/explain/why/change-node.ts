import type { JsonObject } from '../../snapshot/json/fields.ts'
import { HOSTNAME } from '../../snapshot/nodes/topology-labels.ts'
import type { ClusterChange } from './change.ts'
import { type Draft, draftAt, draftOf, isDraft, listIn } from './draft.ts'

type NodeChange = Extract<ClusterChange, { op: 'uncordon' | 'untaint' | 'label' }>

const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable'

/** The node as it would be with a change; the node given stays as it is. */
export function changeNode(node: JsonObject, change: NodeChange): JsonObject {
  const copy = draftOf(node)
  const spec = draftAt(copy, 'spec')
  switch (change.op) {
    case 'uncordon':
      spec['unschedulable'] = false
      spec['taints'] = taintsWithout(spec, UNSCHEDULABLE, 'NoSchedule')
      break
    case 'untaint':
      spec['taints'] = taintsWithout(spec, change.key, change.effect)
      break
    case 'label':
      draftAt(draftAt(copy, 'metadata'), 'labels')[change.key] = change.value
  }
  return copy
}

/** Taints of this prefix say how a node is, not what it is for. */
const CONDITION_TAINTS = 'node.kubernetes.io/'

/** One more node of the same kind, empty and in working order. */
export function nodeLike(node: JsonObject, name: string): JsonObject {
  const copy = draftOf(node)
  const labels = draftAt(draftAt(copy, 'metadata'), 'labels')
  if (labels[HOSTNAME] !== undefined) labels[HOSTNAME] = name
  copy['metadata'] = { name, labels }
  const spec = draftAt(copy, 'spec')
  spec['unschedulable'] = false
  spec['taints'] = listIn(spec['taints']).filter(
    (taint) => !isDraft(taint) || !String(taint['key']).startsWith(CONDITION_TAINTS),
  )
  return copy
}

/** The node as `kubectl cordon` leaves it, and the taint that its controller adds. */
export function cordonedNode(node: JsonObject): JsonObject {
  const copy = draftOf(node)
  const spec = draftAt(copy, 'spec')
  spec['unschedulable'] = true
  const taints = taintsWithout(spec, UNSCHEDULABLE, 'NoSchedule')
  spec['taints'] = [...taints, { key: UNSCHEDULABLE, effect: 'NoSchedule' }]
  return copy
}

function taintsWithout(spec: Draft, key: string, effect: string): readonly unknown[] {
  return listIn(spec['taints']).filter(
    (taint) => !isDraft(taint) || taint['key'] !== key || taint['effect'] !== effect,
  )
}
