import type { NotEvaluated } from './not-evaluated.ts'
import type { Pod } from './pods/pod.ts'
import type { PodSignature } from './pods/pod-signature.ts'

/** A pod that names a node, which the snapshot may lack. */
export interface RunningPod {
  readonly pod: Pod
  readonly nodeName: string
}

/**
 * Classes of pods that are not known, or were not seen. `tellsUnseen`: of those that the store did not
 * give, whoever asked it tells.
 */
export function unresolvedClasses(
  signatures: Iterable<PodSignature>,
  tellsUnseen: boolean,
): NotEvaluated[] {
  return [...signatures]
    .sort((a, b) => a.id - b.id)
    .flatMap((pod) => {
      if (pod.isPriorityUnseen) return tellsUnseen ? [describeClass(pod, UNSEEN)] : []
      const isKnown = pod.hasOwnPriority || pod.priorityFrom !== null
      return isKnown || pod.priorityClassName === '' ? [] : [describeClass(pod, MISSING)]
    })
}

/** They may count too little, so the answer says so. */
const MISSING = 'no class of this name is known; pods that name it count with priority 0'
const UNSEEN =
  'the snapshot has no priorityClasses; whom pods of this class displace, and who displaces them, is unknown'

function describeClass({ priorityClassName }: PodSignature, reason: string): NotEvaluated {
  return {
    what: 'priority class',
    kind: 'PriorityClass',
    object: priorityClassName,
    affects: 'preview',
    reason,
  }
}

/** Namespaces of pods to decide that are not among those given (null: none are): they count as without labels. */
export function unknownNamespaces(
  decided: readonly Pod[],
  given: ReadonlyMap<string, unknown> | null,
): NotEvaluated[] {
  if (given === null) return []
  const asked = new Set(decided.map(({ signature }) => signature.namespace))
  return [...asked]
    .filter((name) => !given.has(name))
    .map((object) => ({
      what: 'namespace',
      kind: 'Namespace',
      object,
      affects: 'outcome',
      reason: 'the snapshot has namespaces, and not this one; it counts as one without labels',
    }))
}

/** More pods on unknown nodes than this are counted, not listed one by one. */
const LOST_PODS_LISTED_MAX = 20

/** A dump is not atomic: a pod's node may be gone. Such pods count nowhere, and the answer says so. */
export function listLost(lost: readonly RunningPod[]): NotEvaluated[] {
  if (lost.length > LOST_PODS_LISTED_MAX) {
    const reason = 'they run on nodes that are not in the snapshot'
    return [
      { what: 'pods on unknown nodes', kind: 'Pod', pods: lost.length, affects: 'outcome', reason },
    ]
  }
  return lost.map(({ pod, nodeName }) => ({
    what: 'pod on an unknown node',
    kind: 'Pod',
    object: `${pod.signature.namespace}/${pod.name}`,
    affects: 'outcome',
    reason: `it runs on node ${nodeName}, which is not in the snapshot`,
  }))
}
