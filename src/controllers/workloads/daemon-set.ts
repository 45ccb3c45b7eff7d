import type { JsonObject } from '../../snapshot/json/fields.ts'
import { listAt, objectAt } from '../../snapshot/json/raw-object.ts'
import { type Origin, podFromTemplate } from './pod-template.ts'

const EVERY_DAEMON_TOLERATES: readonly (readonly [key: string, effect: string])[] = [
  ['node.kubernetes.io/not-ready', 'NoExecute'],
  ['node.kubernetes.io/unreachable', 'NoExecute'],
  ['node.kubernetes.io/disk-pressure', 'NoSchedule'],
  ['node.kubernetes.io/memory-pressure', 'NoSchedule'],
  ['node.kubernetes.io/pid-pressure', 'NoSchedule'],
  ['node.kubernetes.io/unschedulable', 'NoSchedule'],
]
const ON_HOST_NETWORK = ['node.kubernetes.io/network-unavailable', 'NoSchedule'] as const

/** A DaemonSet's pod before it is given a node: with what every daemon tolerates (AddOrUpdateDaemonPodTolerations). */
export function daemonPod(set: JsonObject, origin: Origin, name: string): JsonObject {
  const pod = podFromTemplate(objectAt(objectAt(set, 'spec'), 'template'), origin, name)
  const spec = objectAt(pod, 'spec')
  const wanted =
    spec['hostNetwork'] === true
      ? [...EVERY_DAEMON_TOLERATES, ON_HOST_NETWORK]
      : EVERY_DAEMON_TOLERATES
  const added = wanted.map(([key, effect]) => ({ key, operator: 'Exists', effect }))
  return { ...pod, spec: { ...spec, tolerations: [...listAt(spec, 'tolerations'), ...added] } }
}

/**
 * The same pod for one node. Its own required node affinity has decided that it runs there, and gives
 * way to the node's name (ReplaceDaemonSetPodNodeNameNodeAffinity).
 */
export function pinToNode(pod: JsonObject, name: string, nodeName: string): JsonObject {
  const spec = objectAt(pod, 'spec')
  const affinity = objectAt(spec, 'affinity')
  const requirement = { key: 'metadata.name', operator: 'In', values: [nodeName] }
  const nodeAffinity = {
    ...objectAt(affinity, 'nodeAffinity'),
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [requirement] }],
    },
  }
  return {
    ...pod,
    metadata: { ...objectAt(pod, 'metadata'), name },
    spec: { ...spec, affinity: { ...affinity, nodeAffinity } },
  }
}
