import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Refuser } from '../refusal.ts'
import { isMirrorPod } from '../types/mirror-pod.ts'
import type { Pod } from '../types/types.ts'

/** A kind of objects that the server asks for on a pod's way in, and who asks. */
export interface KindRead {
  readonly kind: SnapshotResource
  readonly plugin: Refuser
  readonly why: string
}

const SYSTEM_CLASSES = ['system-cluster-critical', 'system-node-critical']

/** In the order of the server; whether a kind matters depends on the pod. */
export function kindsRead(pod: Pod): KindRead[] {
  const { priorityClassName, runtimeClassName, nodeName } = pod.spec
  const reads: (KindRead | null)[] = [
    read('namespaces', 'NamespaceLifecycle', 'a pod needs a namespace that is there to stay'),
    read('limitRanges', 'LimitRanger', 'LimitRanges give defaults and bounds'),
    isMirrorPod(pod)
      ? null
      : read('serviceAccounts', 'ServiceAccount', 'a pod needs a service account that is there'),
    SYSTEM_CLASSES.includes(priorityClassName)
      ? null
      : read('priorityClasses', 'Priority', 'the priority comes from a class'),
    runtimeClassName === undefined
      ? null
      : read('runtimeClasses', 'RuntimeClass', 'the pod names a RuntimeClass'),
    nodeName === ''
      ? null
      : read('nodes', 'PodTopologyLabels', 'the node gives its zone and region'),
    read('resourceQuotas', 'ResourceQuota', 'quotas limit what a namespace may use'),
    read('pods', 'storage', 'the name may be taken'),
  ]
  return reads.filter((one) => one !== null)
}

function read(kind: SnapshotResource, plugin: Refuser, why: string): KindRead {
  return { kind, plugin, why }
}
