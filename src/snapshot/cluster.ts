import type { DeviceObjects } from './devices/device-objects.ts'
import { DeviceReader } from './devices/device-reader.ts'
import type { Nodes } from './nodes/nodes.ts'
import { describeMissedKind, type NotEvaluated } from './not-evaluated.ts'
import { hasPodAffinityTerms, type PodSignature } from './pods/pod-signature.ts'
import { PodsOnNodes } from './pods/pods-on-nodes.ts'
import { type AbsentKinds, type Affects, type Reader, Reads } from './reads.ts'
import type { LabelSelector, Labels } from './selectors/label-selector.ts'
import type { SnapshotResource } from './snapshot-resources.ts'
import type { VolumeObjects } from './storage/volume-objects.ts'
import { VolumeReader } from './storage/volume-reader.ts'
import type { DisruptionBudgets } from './workloads/disruption-budgets.ts'
import type { PodGroups } from './workloads/pod-groups.ts'

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
  /** namespace/name of the PodGroup that it names, empty without. */
  readonly podGroup: string
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

export interface ClusterParts {
  readonly nodes: Nodes
  /** Pods that run on a node, in the order given. */
  readonly running: readonly Pod[]
  /** Pods without a node, the pods to decide among them. */
  readonly pending: readonly Pod[]
  readonly classes: readonly PodSignature[]
  readonly namespaces: ReadonlyMap<string, Labels>
  readonly workloads: Workloads
  readonly podDisruptionBudgets: DisruptionBudgets
  readonly volumes: VolumeObjects
  readonly devices: DeviceObjects
  readonly podGroups: PodGroups
  readonly given: ReadonlySet<SnapshotResource>
  readonly absentKinds: AbsentKinds
  /** PriorityClasses that would give pods their priority and were not seen; '' is the default one. */
  readonly unseenPriorityClasses: ReadonlySet<string>
  readonly notEvaluated: NotEvaluated[]
}

/** A pod that came to a node or left it; plugins catch up from this log. */
export interface Change {
  readonly pod: Pod
  readonly node: number
  readonly sign: 1 | -1
}

/** What all views of a cluster share. */
class ClusterState {
  readonly parts: ClusterParts
  readonly reads: Reads
  readonly views: { readonly [affects in Affects]: Map<string, Cluster> } = {
    outcome: new Map(),
    ranking: new Map(),
    preview: new Map(),
  }
  readonly pods: PodsOnNodes
  readonly changes: Change[] = []
  readonly podsOfSignature: Map<PodSignature, Pod[]> = new Map()
  readonly podsOfSignatureWithTerms: Map<PodSignature, Pod[]> = new Map()
  /** One signature for each set of affinity terms among them and nominated pods, in order of appearance. */
  readonly distinctTerms: PodSignature[] = []
  private readonly seenTerms = new Set<number>()

  constructor(parts: ClusterParts, reads: Reads) {
    this.parts = parts
    this.reads = reads
    this.pods = new PodsOnNodes(parts.nodes)
    for (const pod of parts.running) this.place(pod, pod.node)
    // Pods that are nominated to a node count there in dry runs.
    for (const { nominatedNodeName, signature } of parts.pending) {
      if (nominatedNodeName !== '') this.noteTerms(signature)
    }
  }

  place(pod: Pod, node: number): void {
    this.pods.add(pod, node)
    const known = this.podsOfSignature.get(pod.signature)
    if (known !== undefined) {
      known.push(pod)
      return
    }
    const alike = [pod]
    this.podsOfSignature.set(pod.signature, alike)
    if (!hasPodAffinityTerms(pod.signature)) return
    this.podsOfSignatureWithTerms.set(pod.signature, alike)
    this.noteTerms(pod.signature)
  }

  private noteTerms(signature: PodSignature): void {
    if (signature.termsId < 0 || this.seenTerms.has(signature.termsId)) return
    this.seenTerms.add(signature.termsId)
    this.distinctTerms.push(signature)
  }
}

/**
 * The cluster as the scheduler sees it: fixed nodes and objects, and pods that come as they are placed.
 * Rules get a view of their own (`readBy`), which notes every kind that they look into, so that what
 * the snapshot lacks is named in the answer.
 */
export class Cluster {
  readonly nodes: Nodes
  readonly pending: readonly Pod[]
  readonly classes: readonly PodSignature[]
  readonly changes: readonly Change[]
  readonly volumes: VolumeReader
  readonly devices: DeviceReader
  private readonly state: ClusterState
  private readonly reader: Reader | null

  private constructor(state: ClusterState, reader: Reader | null) {
    const { parts } = state
    this.state = state
    this.reader = reader
    this.nodes = parts.nodes
    this.pending = parts.pending
    this.classes = parts.classes
    this.changes = state.changes
    this.volumes = new VolumeReader(parts.volumes, reader)
    this.devices = new DeviceReader(parts.devices, reader)
  }

  static of(parts: ClusterParts): Cluster {
    return new Cluster(new ClusterState(parts, new Reads(parts.given, parts.absentKinds)), null)
  }

  /** The cluster as it stands without some of its pods: what happens there does not happen here. */
  fork(without: ReadonlySet<Pod>): Cluster {
    const { parts, changes, reads } = this.state
    const placed = [...parts.running, ...changes.map(({ pod }) => pod)]
    const forked = {
      ...parts,
      running: placed.filter((pod) => !without.has(pod)),
      pending: parts.pending.filter((pod) => pod.node < 0),
      volumes: parts.volumes.fork(),
      devices: parts.devices.fork(),
    }
    return new Cluster(new ClusterState(forked, reads), null)
  }

  /** The same cluster as a rule reads it. */
  readBy(rule: string, affects: Affects): Cluster {
    const { reads, views } = this.state
    let view = views[affects].get(rule)
    if (view === undefined) {
      view = new Cluster(this.state, reads.by(rule, affects))
      views[affects].set(rule, view)
    }
    return view
  }

  /** Some kind is absent of which nothing is known. */
  get hasUnknownKinds(): boolean {
    return this.state.reads.hasUnknownKinds
  }

  /** What is not seen or not judged is taken as if nothing came of it. */
  get takesUnseenAsEmpty(): boolean {
    return this.state.parts.absentKinds === 'empty'
  }

  /** Nothing is known of the kind; for rules that can say themselves what rests on it. */
  isUnknown(kind: SnapshotResource): boolean {
    return this.reader === null ? this.state.reads.isUnknown(kind) : this.reader.isUnknown(kind)
  }

  /** Kinds of which nothing is known and that this rule read since this was last asked. */
  takeUnknownKinds(): readonly SnapshotResource[] {
    return this.reader?.takeUnknown() ?? []
  }

  get pods(): PodsOnNodes {
    this.reader?.reads('pods')
    return this.state.pods
  }

  /** Pods on nodes by signature, in the order in which they came; dry runs do not show here. */
  get podsOfSignature(): ReadonlyMap<PodSignature, readonly Pod[]> {
    this.reader?.reads('pods')
    return this.state.podsOfSignature
  }

  /** Those of them whose signature has inter-pod affinity or anti-affinity terms. */
  get podsOfSignatureWithTerms(): ReadonlyMap<PodSignature, readonly Pod[]> {
    this.reader?.reads('pods')
    return this.state.podsOfSignatureWithTerms
  }

  /** One signature for each set of affinity terms among them, in order of appearance. */
  get distinctTerms(): readonly PodSignature[] {
    this.reader?.reads('pods')
    return this.state.distinctTerms
  }

  get namespaces(): ReadonlyMap<string, Labels> {
    this.reader?.reads('namespaces')
    return this.state.parts.namespaces
  }

  workloads<Kind extends keyof Workloads>(kind: Kind): Workloads[Kind] {
    this.reader?.reads(kind)
    return this.state.parts.workloads[kind]
  }

  get podGroups(): PodGroups {
    this.reader?.reads('podGroups')
    return this.state.parts.podGroups
  }

  /** Whose pods have priorities of which nothing is known; '' stands for pods that name none. */
  get unseenPriorityClasses(): ReadonlySet<string> {
    return this.state.parts.unseenPriorityClasses
  }

  get podDisruptionBudgets(): DisruptionBudgets {
    this.reader?.reads('podDisruptionBudgets')
    return this.state.parts.podDisruptionBudgets
  }

  /** The pod runs on the node from here on. */
  assume(pod: Pod, node: number): void {
    pod.node = node
    this.state.place(pod, node)
    this.state.changes.push({ pod, node, sign: 1 })
  }

  note(item: NotEvaluated): void {
    const listed = this.state.parts.notEvaluated
    const same = listed.some(
      (one) => one.what === item.what && one.object === item.object && one.reason === item.reason,
    )
    if (!same) listed.push(item)
  }

  notEvaluated(): NotEvaluated[] {
    const missed = this.state.reads.missed().map(describeMissedKind)
    return [...this.state.parts.notEvaluated, ...missed]
  }
}
