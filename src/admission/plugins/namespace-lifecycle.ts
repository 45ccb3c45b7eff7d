import type { Arrival } from '../arrival.ts'
import { knownNames } from '../cluster/known-names.ts'
import type { Refusal } from '../refusal.ts'
import { forbidden, namespaceNotFound } from '../status/status.ts'

const BY = 'NamespaceLifecycle'

/** A pod needs a namespace that is there to stay. */
export function namespaceLifecycle({ cluster, namespace, pod }: Arrival): Refusal | null {
  const found = cluster.namespaces.get(namespace)
  if (found === undefined) {
    const known = knownNames(cluster.namespaces.keys())
    const fact = { kind: 'namespace', namespace, state: 'absent', known } as const
    return { by: BY, status: namespaceNotFound(namespace), facts: [fact] }
  }
  if (!found.isTerminating) return null
  const { name, generateName } = pod.metadata
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  }
  const what = `unable to create new content in namespace ${namespace} because it is being terminated`
  const status = forbidden(name || generateName || 'Unknown', what, [cause])
  const fact = { kind: 'namespace', namespace, state: 'terminating', known: [] } as const
  return { by: BY, status, facts: [fact] }
}
