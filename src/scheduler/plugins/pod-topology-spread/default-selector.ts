import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import {
  type LabelRequirement,
  selectorMatches,
} from '../../../snapshot/selectors/label-selector.ts'
import type { Workload } from '../../../snapshot/workloads/workload.ts'

/**
 * The selector that groups a pod with its like (plugins/helper/spread.go): the labels of every
 * Service that selects it, merged, and the selector of its controller. Empty: it belongs to no group.
 */
export function defaultSelector(cluster: Cluster, pod: PodSignature): LabelRequirement[] {
  const merged = new Map<string, LabelRequirement>()
  for (const service of cluster.workloads('services')) {
    if (service.namespace !== pod.namespace || !selectorMatches(service.selector, pod.labels))
      continue
    for (const requirement of service.selector ?? []) merged.set(requirement.key, requirement)
  }
  const controller = controllerOf(cluster, pod)
  if (controller === null) return [...merged.values()]
  const { owner, kind } = controller
  if (kind === 'ReplicationController') {
    for (const requirement of owner.selector ?? []) merged.set(requirement.key, requirement)
    return [...merged.values()]
  }
  return [...merged.values(), ...(owner.selector ?? [])]
}

function controllerOf(
  cluster: Cluster,
  pod: PodSignature,
): { owner: Workload; kind: string } | null {
  const { controller } = pod
  if (controller === null) return null
  const kind = KINDS.get(`${controller.apiVersion} ${controller.kind}`)
  if (kind === undefined) return null
  const owner = cluster
    .workloads(kind)
    .find(({ namespace, name }) => namespace === pod.namespace && name === controller.name)
  return owner === undefined ? null : { owner, kind: controller.kind }
}

const KINDS: ReadonlyMap<string, 'replicationControllers' | 'replicaSets' | 'statefulSets'> =
  new Map([
    ['v1 ReplicationController', 'replicationControllers'],
    ['apps/v1 ReplicaSet', 'replicaSets'],
    ['apps/v1 StatefulSet', 'statefulSets'],
  ])
