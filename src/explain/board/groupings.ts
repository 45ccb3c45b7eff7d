import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { BETA_ZONE, REGION, ZONE } from '../../snapshot/nodes/topology-labels.ts'
import type { Grouping } from './board.ts'

/** Labels that clouds and people name pools by; these are offered first. */
const FIRST = [
  ZONE,
  BETA_ZONE,
  'pool',
  'nodepool',
  'agentpool',
  'karpenter.sh/nodepool',
  'cloud.google.com/gke-nodepool',
  'eks.amazonaws.com/nodegroup',
  'kubernetes.azure.com/agentpool',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  REGION,
]
const VALUES_MAX = 60
const GROUPINGS_MAX = 12
/** Nodes whose labels are looked at for keys. */
const LOOKED_AT_MAX = 200
const NONE = '(none)'

/** Labels by which nodes fall into more than one group, and not into one each. */
export function groupingsOf(nodes: Nodes, objects: readonly unknown[]): Grouping[] {
  const keys = new Set(FIRST)
  for (const node of objects.slice(0, LOOKED_AT_MAX)) {
    for (const key of Object.keys(labelsOf(node))) keys.add(key)
  }
  const found: Grouping[] = []
  for (const label of keys) {
    const grouping = groupBy(nodes, label)
    if (grouping !== null) found.push(grouping)
    if (found.length === GROUPINGS_MAX) break
  }
  return found
}

function groupBy(nodes: Nodes, label: string): Grouping | null {
  const ids = new Map<string, number>()
  const raw = new Uint16Array(nodes.count)
  for (let node = 0; node < nodes.count; node++) {
    const value = nodes.label(node, label) ?? NONE
    let id = ids.get(value)
    if (id === undefined) {
      if (ids.size === VALUES_MAX) return null
      id = ids.size
      ids.set(value, id)
    }
    raw[node] = id
  }
  if (ids.size < 2 || (ids.size > 2 && ids.size === nodes.count)) return null
  const values = [...ids.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const place = [...ids.keys()].map((value) => values.indexOf(value))
  return { label, values, of: raw.map((id) => place[id] ?? 0) }
}

export function labelsOf(node: unknown): JsonObject {
  const metadata = isObject(node) ? node['metadata'] : undefined
  const labels = isObject(metadata) ? metadata['labels'] : undefined
  return isObject(labels) ? labels : {}
}
