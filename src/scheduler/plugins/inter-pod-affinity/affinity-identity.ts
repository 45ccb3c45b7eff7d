import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodAffinityTerm, PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { asksForNamespace, matchIncomingTerm, termSelects } from './affinity-terms.ts'

/**
 * What inter-pod affinity makes of a pod's namespace and labels: its own terms as resolved, whether it
 * meets them itself, and which terms of running pods select it. Running pods with the same terms count
 * once, so that this costs as much as there are different terms.
 */
export function affinityIdentity(
  cluster: Cluster,
  pod: PodSignature,
  keepsNamespaceSelector: boolean,
): string {
  const selectedBy = termsThatSelect(cluster, pod, 0)
  const own = pod.termsId < 0 ? '' : ownTerms(cluster, pod, keepsNamespaceSelector)
  return selectedBy.length === 0 ? own : `${own} by ${selectedBy.join()}`
}

/** As if a pod with the same terms ran already: one will, once this one is placed. */
function ownTerms(cluster: Cluster, pod: PodSignature, keepsSelector: boolean): string {
  const selected = selecting(cluster, pod, pod)
  return `${pod.termsId}${meetsItself(cluster, pod, keepsSelector)} ${selected.join()}`
}

/** Some of the distinct terms that came since there were so many make a difference for the pod. */
export function isSelectedSince(cluster: Cluster, pod: PodSignature, since: number): boolean {
  return termsThatSelect(cluster, pod, since).length > 0
}

function termsThatSelect(cluster: Cluster, pod: PodSignature, since: number): string[] {
  return cluster.distinctTerms
    .slice(since)
    .flatMap((running) => (running.termsId === pod.termsId ? [] : selecting(cluster, running, pod)))
}

/** Which terms of the one select the other. */
function selecting(cluster: Cluster, one: PodSignature, pod: PodSignature): readonly string[] {
  const isUnknown = cluster.isUnknown('namespaces')
  const found: string[] = []
  let index = 0
  for (const term of termsOf(one)) {
    // Where the namespaces are unknown, pods that ask for theirs are unlike those that do not.
    if (isUnknown && asksForNamespace(term, pod)) found.push(`${one.termsId}.${index}?`)
    else if (termSelects(cluster, term, pod)) found.push(`${one.termsId}.${index}`)
    index++
  }
  return found
}

const knownTerms = new WeakMap<PodSignature, readonly PodAffinityTerm[]>()

function termsOf(pod: PodSignature): readonly PodAffinityTerm[] {
  const known = knownTerms.get(pod)
  if (known !== undefined) return known
  const { podAffinity, podAntiAffinity } = pod
  const terms = [
    ...podAntiAffinity.required,
    ...podAffinity.required,
    ...podAffinity.preferred.map(({ term }) => term),
    ...podAntiAffinity.preferred.map(({ term }) => term),
  ]
  knownTerms.set(pod, terms)
  return terms
}

/** The first pod of a group may go anywhere, if it meets its own affinity. */
function meetsItself(cluster: Cluster, pod: PodSignature, keepsSelector: boolean): string {
  const { required } = pod.podAffinity
  if (cluster.isUnknown('namespaces') && required.some((term) => asksForNamespace(term, pod))) {
    return '?'
  }
  const meets = required.every((term) => matchIncomingTerm(cluster, term, keepsSelector)(pod))
  return required.length > 0 && meets ? '!' : ''
}
