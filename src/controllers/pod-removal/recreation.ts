import type { ControlledPod } from '../cluster/controlled-pod.ts'

/** Who makes a deleted pod anew, and when. */
export interface Recreation {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly when: string
}

const WHEN: ReadonlyMap<string, string> = new Map([
  ['ReplicaSet', 'at once: a terminating pod no longer counts'],
  ['ReplicationController', 'at once: a terminating pod no longer counts'],
  ['StatefulSet', 'under the same name, when the old pod is gone'],
  [
    'DaemonSet',
    'on the same node, once it has no NoSchedule or NoExecute taint that the pod does not tolerate',
  ],
  [
    'Job',
    'at once, unless its podReplacementPolicy is Failed: then when the old pod has failed; it may ' +
      'count against backoffLimit',
  ],
])

const STATIC_WHEN =
  'at once: the pod is static and never stops running; only its mirror object was deleted'

/** null: nobody. A pod without a controller is gone for good. */
export function recreationOf({
  owner,
  isMirror,
  nodeName,
}: Pick<ControlledPod, 'owner' | 'isMirror' | 'nodeName'>): Recreation | null {
  if (isMirror) return { apiVersion: 'v1', kind: 'Node', name: nodeName, when: STATIC_WHEN }
  if (owner === null) return null
  return { ...owner, when: WHEN.get(owner.kind) ?? 'as that controller decides' }
}
