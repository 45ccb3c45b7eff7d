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
  const selectedBy: string[] = []
  const isUnknown = cluster.isUnknown('namespaces')
  for (const running of cluster.distinctTerms) {
    const { podAffinity, podAntiAffinity } = running
    const terms = [
      ...podAntiAffinity.required,
      ...podAffinity.required,
      ...podAffinity.preferred.map(({ term }) => term),
      ...podAntiAffinity.preferred.map(({ term }) => term),
    ]
    for (const [index, term] of terms.entries()) {
      // Where the namespaces are unknown, pods that ask for theirs are unlike those that do not.
      if (isUnknown && asksForNamespace(term, pod)) selectedBy.push(`${running.termsId}.${index}?`)
      else if (termSelects(cluster, term, pod)) selectedBy.push(`${running.termsId}.${index}`)
    }
  }
  const own =
    pod.termsId < 0 ? '' : `${pod.termsId}${meetsItself(cluster, pod, keepsNamespaceSelector)}`
  return selectedBy.length === 0 ? own : `${own} by ${selectedBy.join()}`
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
