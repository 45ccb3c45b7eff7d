import type { DeviceObjects } from './devices/device-objects.ts'
import type { Nodes } from './nodes/nodes.ts'
import { hasPodAffinityTerms, type PodSignature } from './pods/pod-signature.ts'
import { PodsOnNodes } from './pods/pods-on-nodes.ts'
import type { LabelSelector, Labels } from './selectors/label-selector.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from './snapshot-resources.ts'
import type { VolumeObjects } from './storage/volume-objects.ts'

/** One pod: its signature, and what is its own. */
export interface Pod {
  readonly signature: PodSignature
  readonly name: string
  /** Empty when the manifest has none, as one that was never created. */
  readonly uid: string
  /** Row of the node that it runs on, -1 while it is pending. */
  node: number
  /** Name of the node that a preemption promised it, empty without. */
  readonly nominatedNodeName: string
  /** status.startTime in ms since the epoch, null when it has not started. */
  readonly startTimeMs: number | null
  /** metadata.deletionTimestamp in ms since the epoch: when it is gone at the latest. */
  readonly deletionTimeMs: number | null
  /** Order of appearance; pods placed in the request come last. */
  readonly index: number
}

/** A Service, ReplicationController, ReplicaSet or StatefulSet: what makes pods a group. */
export interface Workload {
  readonly namespace: string
  readonly name: string
  readonly selector: LabelSelector
}

export interface PodDisruptionBudget {
  readonly namespace: string
  readonly name: string
  readonly selector: LabelSelector
  readonly disruptionsAllowed: number
  readonly disruptedPods: ReadonlySet<string>
}

export interface Workloads {
  readonly services: readonly Workload[]
  readonly replicationControllers: readonly Workload[]
  readonly replicaSets: readonly Workload[]
  readonly statefulSets: readonly Workload[]
}

/** Something that Berth could not or did not judge, for the answer's `notEvaluated`. */
export interface NotEvaluated {
  readonly what: string
  readonly kind?: string
  readonly object?: string
  readonly pods?: number
  readonly reason: string
}

export interface ClusterParts {
  readonly nodes: Nodes
  /** Pods that run on a node, in the order given. */
  readonly running: readonly Pod[]
  /** Pods without a node, the pods to decide among them. */
  readonly pending: readonly Pod[]
  readonly classes: readonly PodSignature[]
  readonly namespaces: ReadonlyMap<string, Labels>
  readonly workloads: Workloads
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[]
  readonly volumes: VolumeObjects
  readonly devices: DeviceObjects
  readonly given: ReadonlySet<SnapshotResource>
  readonly notEvaluated: NotEvaluated[]
}

/** A pod that came to a node or left it; plugins catch up from this log. */
export interface Change {
  readonly pod: Pod
  readonly node: number
  readonly sign: 1 | -1
}

/** The cluster as the scheduler sees it: fixed nodes and objects, and pods that come as they are placed. */
export class Cluster {
  readonly nodes: Nodes
  readonly pods: PodsOnNodes
  readonly pending: readonly Pod[]
  readonly classes: readonly PodSignature[]
  readonly namespaces: ReadonlyMap<string, Labels>
  readonly workloads: Workloads
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[]
  readonly volumes: VolumeObjects
  readonly devices: DeviceObjects
  readonly changes: Change[] = []
  /** Pods on nodes by signature, in the order in which they came; dry runs do not show here. */
  readonly podsOfSignature: Map<PodSignature, Pod[]> = new Map()
  /** Those of them whose signature has inter-pod affinity or anti-affinity terms. */
  readonly podsOfSignatureWithTerms: Map<PodSignature, Pod[]> = new Map()
  private readonly given: ReadonlySet<SnapshotResource>
  private readonly listed: NotEvaluated[]
  private readonly missed = new Map<SnapshotResource, string>()

  constructor(parts: ClusterParts) {
    this.nodes = parts.nodes
    this.pending = parts.pending
    this.classes = parts.classes
    this.namespaces = parts.namespaces
    this.workloads = parts.workloads
    this.podDisruptionBudgets = parts.podDisruptionBudgets
    this.volumes = parts.volumes
    this.devices = parts.devices
    this.given = parts.given
    this.listed = parts.notEvaluated
    this.pods = new PodsOnNodes(parts.nodes)
    for (const pod of parts.running) this.place(pod, pod.node)
  }

  /** The pod runs on the node from here on. */
  assume(pod: Pod, node: number): void {
    pod.node = node
    this.place(pod, node)
    this.changes.push({ pod, node, sign: 1 })
  }

  private place(pod: Pod, node: number): void {
    this.pods.add(pod, node)
    const known = this.podsOfSignature.get(pod.signature)
    if (known !== undefined) {
      known.push(pod)
      return
    }
    const alike = [pod]
    this.podsOfSignature.set(pod.signature, alike)
    if (hasPodAffinityTerms(pod.signature)) this.podsOfSignatureWithTerms.set(pod.signature, alike)
  }

  /** Rules call this before they read a kind, so that an absent kind is named in the answer. */
  reads(kind: SnapshotResource, rule: string): void {
    if (!this.given.has(kind) && !this.missed.has(kind)) this.missed.set(kind, rule)
  }

  note(item: NotEvaluated): void {
    const same = this.listed.some(
      (one) => one.what === item.what && one.object === item.object && one.reason === item.reason,
    )
    if (!same) this.listed.push(item)
  }

  notEvaluated(): NotEvaluated[] {
    const missed = [...this.missed].map(([kind, rule]) => ({
      what: kind,
      kind: SNAPSHOT_RESOURCES[kind],
      reason: `the snapshot has no ${kind}; ${rule} judged them as empty`,
    }))
    return [...this.listed, ...missed]
  }
}
