import type { NotEvaluated, Pod } from './cluster.ts'
import type { PodSignature } from './pods/pod-signature.ts'

/** A pod that names a node, which the snapshot may lack. */
export interface RunningPod {
  readonly pod: Pod
  readonly nodeName: string
}

/** Its pods count with priority 0, which may be wrong, so the answer says so. */
export function unknownClass({ priorityClassName }: PodSignature): NotEvaluated {
  return {
    what: 'priority class',
    kind: 'PriorityClass',
    object: priorityClassName,
    reason: 'nobody knows it; pods that name it count with priority 0',
  }
}

/** More pods on unknown nodes than this are counted, not listed one by one. */
const LOST_PODS_LISTED_MAX = 20

/** A dump is not atomic: a pod's node may be gone. Such pods count nowhere, and the answer says so. */
export function listLost(lost: readonly RunningPod[]): NotEvaluated[] {
  if (lost.length > LOST_PODS_LISTED_MAX) {
    const reason = 'they run on nodes that are not in the snapshot'
    return [{ what: 'pods on unknown nodes', kind: 'Pod', pods: lost.length, reason }]
  }
  return lost.map(({ pod, nodeName }) => ({
    what: 'pod on an unknown node',
    kind: 'Pod',
    object: `${pod.signature.namespace}/${pod.name}`,
    reason: `it runs on node ${nodeName}, which is not in the snapshot`,
  }))
}
