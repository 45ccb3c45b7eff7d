import {
  type Change,
  type ClaimChange,
  describeChange,
  isClaimChange,
  isPodChange,
} from '../../explain/why/change.ts'
import { changeClaim } from '../../explain/why/change-claim.ts'
import { changeNode, nodeLike } from '../../explain/why/change-node.ts'
import { changePod } from '../../explain/why/change-pod.ts'
import { boundClaim, reachableVolume } from '../../explain/why/reachable-claim.ts'
import { ok, type Result } from '../../result.ts'
import { type CycleOptions, SchedulingCycle } from '../../scheduler/cycle.ts'
import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { type Issue, Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespacedKey } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader } from '../../snapshot/json/snapshot-reader.ts'
import { PatchedSnapshot, type SnapshotPatch } from '../../snapshot/patch.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { EditableCluster, ReadOptions } from '../../snapshot/read.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { type ClusterReader, READ_ANEW } from '../reading/cluster-reader.ts'
import { settlePods } from '../what-if/settle-pods.ts'

/** Changes with which the pod was decided again, and what came of it. */
export interface TriedChanges {
  readonly changes: readonly Change[]
  /** In a sentence. */
  readonly text: string
  readonly outcome: string
  readonly node: string | null
  readonly feasibleNodes: number
  /** What would become of a pod that has to leave: the node that takes it, or null. */
  readonly displaced?: {
    readonly namespace: string
    readonly name: string
    readonly node: string | null
  }
}

export interface TryContext {
  readonly snapshot: unknown
  /** What joins the snapshot before anything is tried. */
  readonly patch?: SnapshotPatch | undefined
  /** Pods that are placed before anything is tried. */
  readonly pending?: readonly unknown[]
  readonly pod: JsonObject
  readonly scheduler: ResolvedProfile
  readonly cycle: CycleOptions
  readonly read: ReadOptions
  /** Absent: it is as the snapshot brings it. */
  readonly clusters?: ClusterReader
  /** The same cluster, by whoever has read it for many such searches. */
  readonly reading?: Reading
}

type Reading = Result<Pick<EditableCluster, 'cluster' | 'editor'>, readonly Issue[]>

/** Decides one pod again under changes, each time on the cluster as it is but for them. */
export class ChangeTrials {
  private readonly context: TryContext
  private raw: RawObjects | null = null
  private reading: Reading | null = null

  constructor(context: TryContext) {
    this.context = context
    this.reading = context.reading ?? null
  }

  /** Changes of the pod alone. */
  tryPods(all: readonly (readonly Change[])[]): TriedChanges[] {
    const variants = all.map((changes, index) => this.variant(changes, index))
    const decided = this.decide(variants, null)
    return all.flatMap((changes, index) => {
      const answer = decided[index]
      return answer === undefined ? [] : [{ changes, text: textOf(changes), ...answer }]
    })
  }

  /** Changes of the cluster too; pods that they displace are decided after the pod. */
  tryCluster(changes: readonly Change[]): TriedChanges | null {
    const { snapshot, patch: joining } = this.context
    this.raw ??= new RawObjects(snapshot, joining)
    const patch = this.raw.patchFor(changes)
    if (patch === null) return null
    const moved = patch.moved.length === 1 ? patch.moved : []
    const [own, other] = this.decide([this.variant(changes, 0), ...moved], patch)
    if (own === undefined) return null
    const [displaced] = patch.removed
    const known = displaced !== undefined && other !== undefined
    return {
      changes,
      text: textOf(changes),
      ...own,
      ...(known && { displaced: { ...displaced, node: other.node } }),
    }
  }

  private readSettled(): Reading {
    const { snapshot, patch, pending = [], read, scheduler, cycle } = this.context
    const { clusters = READ_ANEW } = this.context
    const reading = clusters.readEditable({ snapshot, pods: pending, patch }, read)
    if (reading.ok) {
      settlePods(reading.value.cluster, reading.value.pods, scheduler.profiles, cycle)
    }
    return reading
  }

  private variant(changes: readonly Change[], index: number): JsonObject {
    const pod = changes.filter(isPodChange).reduce(changePod, this.context.pod)
    const metadata = pod['metadata'] as JsonObject // the pod has been read, so that it has a name
    return { ...pod, metadata: { ...metadata, name: `${metadata['name']}.${index}` } }
  }

  /** On the cluster as a patch leaves it, each pod on top of the last; without one, each for itself. */
  private decide(
    pods: readonly JsonObject[],
    patch: SnapshotPatch | null,
  ): Omit<TriedChanges, 'changes' | 'text'>[] {
    this.reading ??= this.readSettled()
    if (!this.reading.ok) return []
    const { cluster, editor } = this.reading.value
    const undo = cluster.savepoint()
    const edited = patch === null ? ok(null) : editor.apply(patch)
    // The pod as it is takes no room from itself as it would be.
    const taken = edited.ok ? editor.takePods([this.context.pod, ...pods], ROOT) : edited
    // A change that leaves no valid pod helps nobody.
    const answers = taken.ok ? this.decideTaken(cluster, taken.value.slice(1), patch !== null) : []
    undo()
    return answers
  }

  private decideTaken(cluster: Cluster, pods: readonly PodToDecide[], assumes: boolean) {
    const { scheduler, cycle: options } = this.context
    const cycle = new SchedulingCycle(cluster, scheduler.profiles, options)
    return pods.map(({ pod }) => {
      const decision = cycle.decide(pod)
      const { outcome, node, filter } = decision
      const answer = {
        outcome,
        node: cluster.nodes.names[node] ?? null,
        feasibleNodes: filter?.search.feasible.length ?? 0,
      }
      if (assumes && outcome === 'scheduled') cycle.assume(decision)
      return answer
    })
  }
}

function textOf(changes: readonly Change[]): string {
  return changes.map(describeChange).join(', and ')
}

interface ChangesPatch {
  readonly path: typeof ROOT
  readonly put: {
    readonly nodes: readonly JsonObject[]
    readonly resourceClaims?: readonly JsonObject[]
    readonly persistentVolumeClaims?: readonly JsonObject[]
    readonly persistentVolumes?: readonly JsonObject[]
  }
  readonly remove: readonly {
    readonly kind: 'Pod'
    readonly namespace: string
    readonly name: string
  }[]
  readonly removed: readonly { readonly namespace: string; readonly name: string }[]
  /** Pods that leave, as they would come again. */
  readonly moved: readonly JsonObject[]
}

/** Nodes, pods and ResourceClaims of the snapshot as they were sent, by name. */
class RawObjects {
  private readonly nodes = new Map<string, JsonObject>()
  private readonly pods = new Map<string, JsonObject>()
  private readonly resourceClaims = new Map<string, JsonObject>()

  constructor(snapshot: unknown, joining: SnapshotPatch | undefined) {
    const add = (kind: SnapshotResource, value: unknown) => {
      if (!isObject(value)) return // was refused before
      if (kind === 'nodes') this.nodes.set(nameOf(value), value)
      if (kind === 'pods') this.pods.set(namespacedKey(value), value)
      if (kind === 'resourceClaims') this.resourceClaims.set(namespacedKey(value), value)
    }
    const issues = new Issues()
    const sink = { add, markGiven: () => {} }
    const patched = joining === undefined ? null : new PatchedSnapshot(sink, joining, issues)
    new SnapshotReader(patched ?? sink, issues, Infinity).read(snapshot, ROOT)
    patched?.finish()
  }

  patchFor(changes: readonly Change[]): ChangesPatch | null {
    const nodes = new Map<string, JsonObject>()
    const resourceClaims = this.changedClaims(changes.filter(isClaimChange))
    if (resourceClaims === null) return null
    const removed: { namespace: string; name: string }[] = []
    const claims: Extract<Change, { op: 'createClaim' }>[] = []
    for (const change of changes) {
      if (isPodChange(change)) continue
      if (isClaimChange(change)) {
        removed.push(...evictedBy(change))
        continue
      }
      if (change.op === 'deletePod') {
        removed.push({ namespace: change.namespace, name: change.name })
        continue
      }
      if (change.op === 'createClaim') {
        claims.push(change)
        continue
      }
      const name = change.op === 'addNode' ? change.like : change.node
      const node = nodes.get(name) ?? this.nodes.get(name)
      if (node === undefined) return null
      if (change.op === 'addNode') nodes.set(newName(name), nodeLike(node, newName(name)))
      else nodes.set(name, changeNode(node, change))
    }
    return {
      path: ROOT,
      put: {
        nodes: [...nodes.values()],
        ...(resourceClaims.length > 0 && { resourceClaims }),
        // Nothing is said of kinds that the changes leave alone.
        ...(claims.length > 0 && {
          persistentVolumeClaims: claims.map(boundClaim),
          persistentVolumes: claims.map(reachableVolume),
        }),
      },
      remove: removed.map((one) => ({ kind: 'Pod', ...one })),
      removed,
      moved: removed.flatMap(({ namespace, name }) => this.comeAgain(`${namespace}/${name}`)),
    }
  }

  /** Null where one of them was not sent. */
  private changedClaims(changes: readonly ClaimChange[]): readonly JsonObject[] | null {
    const changed = new Map<string, JsonObject>()
    for (const change of changes) {
      const key = `${change.namespace}/${change.name}`
      const claim = changed.get(key) ?? this.resourceClaims.get(key)
      if (claim === undefined) return null
      changed.set(key, changeClaim(claim, change))
    }
    return [...changed.values()]
  }

  private comeAgain(key: string): JsonObject[] {
    const pod = this.pods.get(key)
    if (pod === undefined) return []
    const { nodeName: _, ...spec } = pod['spec'] as JsonObject // a pod that runs has a spec
    return [{ metadata: pod['metadata'], spec }]
  }
}

/** Who has to go so that a claim can give its devices back. */
function evictedBy(change: ClaimChange): { namespace: string; name: string }[] {
  if (change.op !== 'freeClaim' || change.pod === '') return []
  return [{ namespace: change.namespace, name: change.pod }]
}

function newName(like: string): string {
  return `${like}-new`
}
