import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { type Labels, selectorMatches } from '../../../snapshot/selectors/label-selector.ts'

const NO_LABELS: Labels = new Map()

/** Whether a term selects a kind of pod. */
export type TermMatch = (pod: PodSignature) => boolean

/**
 * Terms of the incoming pod are matched against running pods: their namespace selectors are unrolled
 * to names first. Up to 1.36 upstream keeps the selector too (`keepsSelector`) and asks it about an
 * empty set of labels, so that one made only of NotIn and DoesNotExist matches every namespace.
 */
export function matchIncomingTerm(
  cluster: Cluster,
  term: PodAffinityTerm,
  keepsSelector: boolean,
): TermMatch {
  const { namespaceSelector, selector } = term
  const names = new Set(term.namespaces)
  const isEmpty = namespaceSelector?.length === 0
  if (namespaceSelector !== null && !isEmpty) {
    cluster.reads('namespaces', 'InterPodAffinity')
    for (const [name, labels] of cluster.namespaces) {
      if (selectorMatches(namespaceSelector, labels)) names.add(name)
    }
  }
  const anyNamespace = isEmpty || (keepsSelector && selectorMatches(namespaceSelector, NO_LABELS))
  return (pod) =>
    (anyNamespace || names.has(pod.namespace)) && selectorMatches(selector, pod.labels)
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
  cluster.reads('namespaces', 'InterPodAffinity')
  const labels = cluster.namespaces.get(incoming.namespace) ?? NO_LABELS
  return selectorMatches(term.namespaceSelector, labels)
}
