import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { type Labels, selectorMatches } from '../../../snapshot/selectors/label-selector.ts'

const NO_LABELS: Labels = new Map()

/** Whether a term selects a kind of pod. */
export type TermMatch = (pod: PodSignature) => boolean

/**
 * Terms of the incoming pod are matched against running pods. Upstream unrolls their namespace
 * selectors to names first; here a namespace is asked about when the rest of a term selects a pod of
 * it. Up to 1.36 upstream keeps the selector too (`keepsSelector`) and asks it about an empty set of
 * labels, so that one made only of NotIn and DoesNotExist matches every namespace.
 */
export function matchIncomingTerm(
  cluster: Cluster,
  term: PodAffinityTerm,
  keepsSelector: boolean,
): TermMatch {
  const { namespaceSelector, selector } = term
  const names = new Set(term.namespaces)
  const isEmpty = namespaceSelector?.length === 0
  const selects = namespaceSelector !== null && !isEmpty
  const isSelected = (namespace: string) => {
    const labels = selects ? cluster.namespaces.get(namespace) : undefined
    return labels !== undefined && selectorMatches(namespaceSelector, labels)
  }
  const anyNamespace = isEmpty || (keepsSelector && selectorMatches(namespaceSelector, NO_LABELS))
  return (pod) =>
    selectorMatches(selector, pod.labels) &&
    (anyNamespace || names.has(pod.namespace) || isSelected(pod.namespace))
}

/** Whether a running pod's term selects the incoming pod. */
export function termSelects(
  cluster: Cluster,
  term: PodAffinityTerm,
  incoming: PodSignature,
): boolean {
  if (!selectorMatches(term.selector, incoming.labels)) return false
  if (term.namespaces.includes(incoming.namespace)) return true
  if (term.namespaceSelector === null) return false
  if (term.namespaceSelector.length === 0) return true
  const labels = cluster.namespaces.get(incoming.namespace) ?? NO_LABELS
  return selectorMatches(term.namespaceSelector, labels)
}

/** Whether it takes the labels of its namespace to tell if a term selects a pod. */
export function asksForNamespace(
  { selector, namespaces, namespaceSelector }: PodAffinityTerm,
  pod: PodSignature,
): boolean {
  if (namespaceSelector === null || namespaceSelector.length === 0) return false
  return !namespaces.includes(pod.namespace) && selectorMatches(selector, pod.labels)
}
