import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { Arrival } from '../arrival.ts'

/** PodTopologyLabels.admitPod: a pod that names its node carries the node's zone and region. */
export function labelTopology({ cluster, pod, reasons }: Arrival): void {
  const labels = cluster.nodes.get(pod.spec.nodeName)
  if (pod.spec.nodeName === '' || labels === undefined || labels.size === 0) return
  pod.metadata.labels ??= new Map()
  for (const [key, value] of labels) {
    pod.metadata.labels.set(key, value)
    reasons.tell(`/metadata/labels${pointerStep(key)}`, `copied from node ${pod.spec.nodeName}`)
  }
}
