import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import type { Fields } from '../json/fields.ts'
import { type Labels, readLabelSelector, selectorOfMap } from '../selectors/label-selector.ts'
import type { PodDisruptionBudget } from './pod-disruption-budget.ts'
import type { Workload } from './workload.ts'

/** Of a namespaced object; where the kind has none, the namespace says nothing. */
export interface ObjectName {
  readonly namespace: string
  readonly name: string
}

/** An object as it is from here on, null where it is gone. */
export interface ObjectEdit extends ObjectName {
  readonly object: Fields | null
}

/** The name of a namespaced object; its namespace is `default` where it names none. */
export function namespacedName(object: Fields): ObjectName {
  const metadata = object.object('metadata')
  return {
    namespace: metadata?.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata?.string('name') ?? '',
  }
}

export function readNamespaceLabels(object: Fields): Labels {
  return object.object('metadata')?.stringMap('labels') ?? new Map()
}

/** Services and ReplicationControllers select by a plain map; without one they select nothing. */
export function readMapWorkload(object: Fields): Workload {
  const spec = object.object('spec')
  const selector = spec?.has('selector') ? selectorOfMap(spec.stringMap('selector')) : null
  return { ...namespacedName(object), selector }
}

/** ReplicaSets and StatefulSets select by a label selector. */
export function readSelectorWorkload(object: Fields): Workload {
  const spec = object.object('spec')
  const selector = spec === undefined ? null : readLabelSelector(spec, 'selector')
  return { ...namespacedName(object), selector }
}

export function readBudget(object: Fields): PodDisruptionBudget {
  const spec = object.object('spec')
  const status = object.object('status')
  return {
    ...namespacedName(object),
    selector: spec === undefined ? null : readLabelSelector(spec, 'selector'),
    disruptionsAllowed: status?.int32('disruptionsAllowed') ?? 0,
    disruptedPods: new Set(Object.keys(status?.object('disruptedPods')?.value ?? {})),
  }
}
