import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
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
  const own =
    pod.termsId < 0 ? '' : `${pod.termsId}${meetsItself(cluster, pod, keepsNamespaceSelector)}`
  return selectedBy.length === 0 ? own : `${own} by ${selectedBy.join()}`
}

/** Some of the distinct terms that came since there were so many make a difference for the pod. */
export function isSelectedSince(cluster: Cluster, pod: PodSignature, since: number): boolean {
  return termsThatSelect(cluster, pod, since).length > 0
}

function termsThatSelect(cluster: Cluster, pod: PodSignature, since: number): string[] {
  const { distinctTerms } = cluster
  const selectedBy: string[] = []
  const isUnknown = cluster.isUnknown('namespaces')
  for (let at = since; at < distinctTerms.length; at++) {
    const { termsId, podAffinity, podAntiAffinity } = distinctTerms[at]
    const terms = [
      ...podAntiAffinity.required,
      ...podAffinity.required,
      ...podAffinity.preferred.map(({ term }) => term),
      ...podAntiAffinity.preferred.map(({ term }) => term),
    ]
    for (const [index, term] of terms.entries()) {
      // Where the namespaces are unknown, pods that ask for theirs are unlike those that do not.
      if (isUnknown && asksForNamespace(term, pod)) selectedBy.push(`${termsId}.${index}?`)
      else if (termSelects(cluster, term, pod)) selectedBy.push(`${termsId}.${index}`)
    }
  }
  return selectedBy
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
