import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { selectorMatches } from '../../../snapshot/selectors/label-selector.ts'

/** Whether a term selects a kind of pod; a term without namespaces means its owner's own. */
export function termSelects(
  term: PodAffinityTerm,
  owner: PodSignature,
  pod: PodSignature,
): boolean {
  const { namespaces, selector } = term
  // A namespaceSelector did not exist yet.
  const isInScope =
    namespaces.length === 0 ? owner.namespace === pod.namespace : namespaces.includes(pod.namespace)
  return isInScope && selectorMatches(selector, pod.labels)
}

/** Whether all of some terms select a kind of pod; no terms select none. */
export function allTermsSelect(
  terms: readonly PodAffinityTerm[],
  owner: PodSignature,
  pod: PodSignature,
): boolean {
  return terms.length > 0 && terms.every((term) => termSelects(term, owner, pod))
}
