import type { DeviceObjects } from './devices/device-objects.ts'
import { Journal } from './edits/journal.ts'
import type { EditedNodes, Nodes } from './nodes/nodes.ts'
import type { NotEvaluated } from './not-evaluated.ts'
import {
  listLost,
  type RunningPod,
  unknownNamespaces,
  unresolvedClasses,
} from './not-evaluated-pods.ts'
import type { Pod } from './pods/pod.ts'
import { isToDecide } from './pods/pod-reader.ts'
import type { PodSignature } from './pods/pod-signature.ts'
import { PodsBySignature } from './pods/pods-by-signature.ts'
import { PodsOnNodes } from './pods/pods-on-nodes.ts'
import type { PriorityClasses } from './pods/priority-classes.ts'
import type { TermsOverlooked } from './pods/terms-overlooked.ts'
import type { AbsentKinds, Reads } from './reads.ts'
import type { Labels } from './selectors/label-selector.ts'
import type { SnapshotResource } from './snapshot-resources.ts'
import type { VolumeObjects } from './storage/volume-objects.ts'
import type { DisruptionBudgets } from './workloads/disruption-budgets.ts'
import type { PodGroups } from './workloads/pod-groups.ts'
import type { Workloads } from './workloads/workload.ts'
import type { WorkloadGroups } from './workloads/workload-groups.ts'

export interface ClusterParts {
  readonly nodes: Nodes
  /** Pods that ran on a node at the start, in the order given. */
  readonly running: readonly Pod[]
  /** Pods without a node that were promised one, then the pods to decide. */
  readonly pending: readonly Pod[]
  /** Pods on nodes that are not there. */
  readonly lost: readonly RunningPod[]
  /** All that were met; pods that are gone may have left some. */
  readonly signatures: readonly PodSignature[]
  readonly namespaces: ReadonlyMap<string, Labels>
  readonly workloads: Workloads
  readonly podDisruptionBudgets: DisruptionBudgets
  readonly priorityClasses: PriorityClasses
  readonly volumes: VolumeObjects
  readonly devices: DeviceObjects
  readonly podGroups: PodGroups
  readonly workloadGroups: WorkloadGroups
  readonly given: ReadonlySet<SnapshotResource>
  readonly absentKinds: AbsentKinds
  /** Where terms of pods that come from here on are not seen; absent: they are seen everywhere. */
  readonly termsOverlooked?: TermsOverlooked
  /** What rules could not judge. */
  readonly notes: NotEvaluated[]
}

/** A pod that came to a node or left it; plugins catch up from this log. */
export interface Change {
  readonly pod: Pod
  readonly node: number
  readonly sign: 1 | -1
}

const NO_CLASSES: ReadonlySet<string> = new Set()

/** Changes after which the log starts anew, and what was found out with it. */
const CHANGES_MAX = 1_000_000

/** What all views of a cluster share. */
export class ClusterState {
  parts: ClusterParts
  pods: PodsOnNodes
  /** Another one after every edit but those of pods on nodes, which are in `changes`. */
  version = 0
  readonly reads: Reads
  readonly journal: Journal = new Journal()
  readonly changes: Change[] = []
  readonly bySignature: PodsBySignature = new PodsBySignature()
  /** No two states of the cluster share a number. */
  private versions = 0
  private unseenClasses: ReadonlySet<string> | null = null
  /** A savepoint holds the volumes and claims: they are copied before pods take any. */
  private isStorageHeld = false

  constructor(parts: ClusterParts, reads: Reads) {
    this.parts = parts
    this.reads = reads
    this.pods = new PodsOnNodes(parts.nodes)
    for (const pod of parts.running) this.place(pod, pod.node)
    this.bySignature.noteNominated(parts.pending)
  }

  /** Everything as it is now, to come back to. */
  savepoint(): () => void {
    const { notes } = this.parts
    const noted = notes.length
    const wasHeld = this.isStorageHeld
    const forgetReads = this.reads.savepoint()
    const undo = this.journal.savepoint()
    this.isStorageHeld = true
    return () => {
      undo()
      this.isStorageHeld = wasHeld
      notes.length = noted
      // Who found something out would not look again for what it rests on.
      if (forgetReads()) this.version = ++this.versions
    }
  }

  /** The pod runs on the node from here on, the last of its pods. */
  assume(pod: Pod, node: number): void {
    pod.node = node
    this.place(pod, node)
    this.log(pod, node, 1)
    this.journal.note(() => this.leave(pod))
  }

  /** The pod is on its node, at its place in the order of appearance. */
  come(pod: Pod, node: number): void {
    pod.node = node
    this.pods.insert(pod, node, positionOf(this.pods.onNode[node], pod))
    const alike = this.bySignature.of(pod.signature)
    alike.splice(positionOf(alike, pod), 0, pod)
    this.log(pod, node, 1)
    this.notePodEdit(pod, () => this.leave(pod))
  }

  /** The pod is on no node any more. */
  leave(pod: Pod): void {
    const { node } = pod
    const at = this.pods.takeOut(pod, node)
    const alike = this.bySignature.of(pod.signature)
    const among = alike.lastIndexOf(pod)
    alike.splice(among, 1)
    pod.node = -1
    this.log(pod, node, -1)
    this.notePodEdit(pod, () => {
      pod.node = node
      this.pods.insert(pod, node, at)
      alike.splice(among, 0, pod)
      this.log(pod, node, 1)
    })
  }

  /** Other objects than before: nothing that was found out holds. */
  replace(changed: Partial<ClusterParts>): void {
    const { parts, version, changes } = this
    const seen = changes.length
    this.parts = { ...parts, ...changed }
    this.version = ++this.versions
    const hasOtherClasses = changed.priorityClasses !== undefined
    if (hasOtherClasses) this.resolvePriorities()
    this.noteEdit(() => {
      this.parts = parts
      this.version = version
      // Nobody of the version before has seen what came since.
      changes.length = seen
      if (hasOtherClasses) this.resolvePriorities()
    })
  }

  private resolvePriorities(): void {
    for (const signature of this.parts.signatures) this.parts.priorityClasses.resolve(signature)
  }

  /** Nominations are no finding: who is pending or lost may change without anything else. */
  replacePods(changed: Pick<Partial<ClusterParts>, 'pending' | 'lost'>): void {
    const { parts } = this
    this.parts = { ...parts, ...changed }
    if (changed.pending !== undefined) this.bySignature.noteNominated(changed.pending)
    this.noteEdit(() => {
      this.parts = parts
    })
  }

  /** Pods go with their nodes; those of nodes that are gone must have left. */
  replaceNodes({ nodes, rowBefore }: EditedNodes): void {
    const { pods } = this
    this.replace({ nodes })
    this.pods = rowBefore === null ? pods.on(nodes) : pods.moved(nodes, rowBefore)
    if (rowBefore !== null) this.pods.tellRows()
    this.journal.note(() => {
      this.pods = pods
      if (rowBefore !== null) pods.tellRows()
    })
  }

  /** Volumes and claims that may be changed in place. */
  ownStorage(): void {
    if (!this.isStorageHeld) return
    const { parts } = this
    this.isStorageHeld = false
    this.parts = { ...parts, volumes: parts.volumes.fork(), devices: parts.devices.fork() }
    this.journal.note(() => {
      this.parts = parts
      this.isStorageHeld = true
    })
  }

  /** What the pods of the cluster leave unsaid. */
  unjudgedPods(): NotEvaluated[] {
    const { pending, lost, given, namespaces, priorityClasses } = this.parts
    const known = given.has('namespaces') ? namespaces : null
    return [
      ...unresolvedClasses(this.signaturesInUse(), priorityClasses.seen.isWhole),
      ...listLost(lost),
      ...unknownNamespaces(pending.filter(isToDecide), known),
    ]
  }

  /** PriorityClasses that would give pods their priority and were not seen, by name; '' is the default one. */
  unseenPriorityClasses(): ReadonlySet<string> {
    if (this.parts.priorityClasses.areAllSeen) return NO_CLASSES
    if (this.unseenClasses === null) {
      const unseen = [...this.signaturesInUse()].filter((pod) => pod.isPriorityUnseen)
      this.unseenClasses = new Set(unseen.map(({ priorityClassName }) => priorityClassName).sort())
    }
    return this.unseenClasses
  }

  private signaturesInUse(): Set<PodSignature> {
    const { pending, lost } = this.parts
    const signatures = new Set(pending.map(({ signature }) => signature))
    for (const { pod } of lost) signatures.add(pod.signature)
    for (const [signature, pods] of this.bySignature.all) {
      if (pods.length > 0) signatures.add(signature)
    }
    return signatures
  }

  /** Makes a change that can be taken back; who comes and goes may be of other classes. */
  private noteEdit(undo: () => void): void {
    this.unseenClasses = null
    this.journal.note(() => {
      undo()
      this.unseenClasses = null
    })
  }

  /** The classes that were not seen are those of pods without a priority. */
  private notePodEdit({ signature }: Pod, undo: () => void): void {
    if (signature.isPriorityUnseen) this.noteEdit(undo)
    else this.journal.note(undo)
  }

  private place(pod: Pod, node: number): void {
    this.pods.add(pod, node)
    this.bySignature.of(pod.signature).push(pod)
  }

  private log(pod: Pod, node: number, sign: 1 | -1): void {
    if (this.changes.length >= CHANGES_MAX && !this.journal.isOpen) {
      this.changes.length = 0
      this.version = ++this.versions
    }
    this.changes.push({ pod, node, sign })
  }
}

/** Where a pod belongs among others, which are mostly before it. */
function positionOf(pods: readonly Pod[], { index }: Pod): number {
  let at = pods.length
  while (at > 0 && pods[at - 1].index > index) at--
  return at
}
