/** What a pod asks for, as its object and its status say it. */

import type { ResourceList } from './resource-list.ts'

export interface ContainerResources {
  readonly name: string
  readonly requests: ResourceList
  readonly limits: ResourceList
  /** An init container that keeps running (restartPolicy Always). */
  readonly restartable: boolean
  /** What the kubelet reports of a container that is resized in place; null where it reports nothing. */
  readonly allocated: ResourceList | null
  readonly actuated: ResourceList | null
  readonly hasStatusResources: boolean
}

export interface PodResources {
  readonly containers: readonly ContainerResources[]
  readonly initContainers: readonly ContainerResources[]
  /** spec.resources.requests, null when absent. */
  readonly podRequests: ResourceList | null
  readonly overhead: ResourceList
  /** status.resources.requests and status.allocatedResources of the pod as a whole. */
  readonly podActuated: ResourceList | null
  readonly podAllocated: ResourceList | null
  readonly hasPodStatusResources: boolean
  /** Condition PodResizePending with reason Infeasible: the wish in the spec does not count. */
  readonly resizeInfeasible: boolean
}

export type Resize = 'ignored' | 'per-container' | 'whole-pod'

/** How a release reads and counts; its file in scheduler/profiles/releases says which. */
export interface Accounting {
  /**
   * Pod-level requests, overhead, restartable init containers and resize exist, and the topology
   * labels make zones; in the classic releases only the failure-domain labels do.
   */
  readonly modern: boolean
  /** Init containers count in what a running pod takes up. */
  readonly initContainersInUsage: boolean
  /** Host ports of sidecars count as those of containers. */
  readonly sidecarPorts: boolean
  /** Requests of the whole pod (spec.resources) take the place of its containers'. */
  readonly podLevelResources: boolean
  /** In-place resize: not seen, judged per container, or over sums of the whole pod. */
  readonly resize: Resize
  readonly podLevelResize: boolean
}
