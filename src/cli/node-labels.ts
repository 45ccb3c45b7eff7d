import { isObject } from '../snapshot/json/fields.ts'
import { nameOf } from '../snapshot/json/raw-object.ts'
import { REGION, ZONE } from '../snapshot/nodes/topology-labels.ts'
import { findObjects } from './sources/find-objects.ts'
import type { Sourced } from './sources/sources.ts'

/** What people call labels that they name often. */
const SHORT_NAMES = new Map([
  ['zone', ZONE],
  ['region', REGION],
  ['type', 'node.kubernetes.io/instance-type'],
  ['arch', 'kubernetes.io/arch'],
])

/** What nodes are told apart by. */
export interface NodeLabels {
  /** As it was asked for. */
  readonly label: string
  readonly byNode: ReadonlyMap<string, string>
}

/** The value that each node has of a label; nodes without it have none. */
export function nodeLabels(snapshot: readonly Sourced[], label: string): NodeLabels {
  const key = SHORT_NAMES.get(label) ?? label
  const nodes = snapshot.flatMap((part) => findObjects(part, 'nodes'))
  return {
    label,
    byNode: new Map(nodes.map(({ value }) => [nameOf(value), labelOf(value, key)])),
  }
}

function labelOf(node: unknown, key: string): string {
  const metadata = isObject(node) && isObject(node['metadata']) ? node['metadata'] : {}
  const labels = isObject(metadata['labels']) ? metadata['labels'] : {}
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  return typeof value === 'string' ? value : ''
}
