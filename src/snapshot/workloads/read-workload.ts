import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import type { PodDisruptionBudget, Workload } from '../cluster.ts'
import type { Fields } from '../json/fields.ts'
import { readLabelSelector, selectorOfMap } from '../selectors/label-selector.ts'

/** The name of a namespaced object; its namespace is `default` where it names none. */
export function namespacedName(object: Fields): { namespace: string; name: string } {
  const metadata = object.object('metadata')
  return {
    namespace: metadata?.string('namespace') || DEFAULT_NAMESPACE,
    name: metadata?.string('name') ?? '',
  }
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
