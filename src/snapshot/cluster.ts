import type { Change } from './cluster-state.ts'
import { ClusterState } from './cluster-state.ts'
import { DeviceReader } from './devices/device-reader.ts'
import type { Nodes } from './nodes/nodes.ts'
import { describeMissedKind, type NotEvaluated } from './not-evaluated.ts'
import type { Pod } from './pods/pod.ts'
import type { PodSignature } from './pods/pod-signature.ts'
import type { PodsOnNodes } from './pods/pods-on-nodes.ts'
import { TermsOverlooked } from './pods/terms-overlooked.ts'
import type { Affects, Reader } from './reads.ts'
import type { Labels } from './selectors/label-selector.ts'
import type { SnapshotResource } from './snapshot-resources.ts'
import { VolumeReader } from './storage/volume-reader.ts'
import type { DisruptionBudgets } from './workloads/disruption-budgets.ts'
import type { PodGroups } from './workloads/pod-groups.ts'
import type { Workloads } from './workloads/workload.ts'
import type { WorkloadGroups } from './workloads/workload-groups.ts'

/** The same cluster as each rule reads it. */
type Views = { readonly [affects in Affects]: Map<string, Cluster> }

/**
 * The cluster as the scheduler sees it: nodes and objects, and pods that come as they are placed.
 * Rules get a view of their own (`readBy`), which notes every kind that they look into, so that what
 * the snapshot lacks is named in the answer.
 */
export class Cluster {
  readonly volumes: VolumeReader
  readonly devices: DeviceReader
  private readonly state: ClusterState
  private readonly views: Views
  private readonly reader: Reader | null

  private constructor(state: ClusterState, views: Views, reader: Reader | null) {
    this.state = state
    this.views = views
    this.reader = reader
    this.volumes = new VolumeReader(state, reader)
    this.devices = new DeviceReader(state, reader)
  }

  static of(state: ClusterState): Cluster {
    return new Cluster(state, { outcome: new Map(), ranking: new Map(), preview: new Map() }, null)
  }

  get nodes(): Nodes {
    return this.state.parts.nodes
  }

  /** Pods without a node that were promised one, and the pods to decide. */
  get pending(): readonly Pod[] {
    return this.state.parts.pending
  }

  get changes(): readonly Change[] {
    return this.state.changes
  }

  /** What was found out holds while this is the same, but for the pods of `changes`. */
  get version(): number {
    return this.state.version
  }

  /**
   * The cluster as it stands without some of its pods: what happens there does not happen here. Terms
   * may be overlooked of pods that come there, as the snapshot of a release does.
   */
  fork(
    without: ReadonlySet<Pod>,
    { overlooksTerms = false }: { overlooksTerms?: boolean } = {},
  ): Cluster {
    const { parts, pods, reads } = this.state
    const forked = {
      ...parts,
      ...(overlooksTerms ? { termsOverlooked: new TermsOverlooked(pods) } : {}),
      running: pods.onNode.flat().filter((pod) => !without.has(pod)),
      pending: parts.pending.filter((pod) => pod.node < 0),
      volumes: parts.volumes.fork(),
      devices: parts.devices.fork(),
    }
    return Cluster.of(new ClusterState(forked, reads))
  }

  /** Everything as it is now; the function that comes back puts it there again. Savepoints nest. */
  savepoint(): () => void {
    return this.state.savepoint()
  }

  /** Volumes and claims change in place; under a savepoint a pod that may take some takes copies. */
  beforeDeciding({ signature: { volumes, resourceClaims, request } }: Pod): void {
    // Device classes serve resources too.
    const mayTake = volumes.length + resourceClaims.length + request.scalars.size > 0
    if (mayTake) this.state.ownStorage()
  }

  /** The same cluster as a rule reads it. */
  readBy(rule: string, affects: Affects): Cluster {
    const { state, views } = this
    let view = views[affects].get(rule)
    if (view === undefined) {
      view = new Cluster(state, views, state.reads.by(rule, affects))
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

  get termsOverlooked(): TermsOverlooked | null {
    return this.state.parts.termsOverlooked ?? null
  }

  /** Pods on nodes by signature, in the order in which they came; dry runs do not show here. */
  get podsOfSignature(): ReadonlyMap<PodSignature, readonly Pod[]> {
    this.reader?.reads('pods')
    return this.state.bySignature.all
  }

  /** Those of them whose signature has inter-pod affinity or anti-affinity terms. */
  get podsOfSignatureWithTerms(): ReadonlyMap<PodSignature, readonly Pod[]> {
    this.reader?.reads('pods')
    return this.state.bySignature.withTerms
  }

  /** One signature for each set of affinity terms among them, in order of appearance. */
  get distinctTerms(): readonly PodSignature[] {
    this.reader?.reads('pods')
    return this.state.bySignature.distinctTerms
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

  get workloadGroups(): WorkloadGroups {
    this.reader?.reads('workloads')
    return this.state.parts.workloadGroups
  }

  /** Whose pods have priorities of which nothing is known; '' stands for pods that name none. */
  get unseenPriorityClasses(): ReadonlySet<string> {
    return this.state.unseenPriorityClasses()
  }

  get podDisruptionBudgets(): DisruptionBudgets {
    this.reader?.reads('podDisruptionBudgets')
    return this.state.parts.podDisruptionBudgets
  }

  /** The pod runs on the node from here on. */
  assume(pod: Pod, node: number): void {
    this.state.assume(pod, node)
  }

  /** The pod runs on no node from here on, in forks neither: they share their pods. */
  remove(pod: Pod): void {
    this.state.leave(pod)
  }

  note(item: NotEvaluated): void {
    const listed = this.state.parts.notes
    const same = listed.some(
      (one) => one.what === item.what && one.object === item.object && one.reason === item.reason,
    )
    if (!same) listed.push(item)
  }

  notEvaluated(): NotEvaluated[] {
    const missed = this.state.reads.missed().map(describeMissedKind)
    return [...this.state.unjudgedPods(), ...this.state.parts.notes, ...missed]
  }
}
