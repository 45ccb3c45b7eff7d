import type { Cluster } from '../../snapshot/cluster.ts'
import type { ClusterEditor } from '../../snapshot/edits/cluster-editor.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespacedKey, namespaceOf } from '../../snapshot/json/raw-object.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { type ReadOptions, readEditableCluster } from '../../snapshot/read.ts'
import { readPartOf } from '../../snapshot/read-part.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { ApiServer } from '../api-server/api-server.ts'
import type { ChangeType, OnChange } from '../api-server/change.ts'
import { ObjectFeed } from '../api-server/object-feed.ts'
import { ClaimExpectations } from './claim-expectations.ts'
import { MirrorEdits } from './mirror-edits.ts'
import { PodExpectations } from './pod-expectations.ts'
import { Waits } from './waits.ts'

const EDITS_MAX = 500_000

/** Kinds that are written to: the last that was told of each object is always kept. */
const WRITTEN: ReadonlySet<SnapshotResource> = new Set([
  'persistentVolumes',
  'persistentVolumeClaims',
  'resourceClaims',
  'podGroups',
])

/** A cluster that was just read. */
export interface LiveReading {
  readonly mirror: ClusterMirror
  /** As they were listed. */
  readonly pods: readonly JsonObject[]
}

/** The live cluster in columns: listed once, then kept up to date by what the API server tells. */
export class ClusterMirror {
  readonly cluster: Cluster
  /** What is decided of pods and not told yet. */
  readonly expected: PodExpectations = new PodExpectations()
  private readonly editor: ClusterEditor
  private readonly mirrorEdits: MirrorEdits
  private readonly feed: ObjectFeed
  readonly expectedClaims: ClaimExpectations = new ClaimExpectations()
  readonly waits: Waits = new Waits()
  private readonly objects = new Map<SnapshotResource, Map<string, JsonObject>>()
  /** What was read of each node: most of what is told of nodes is that they live. */
  private readonly nodeTexts = new Map<string, string>()
  private edited = 0
  /** What is told while somebody looks at the cluster for a while; null: nobody does. */
  private held: (() => void)[] | null = null
  private readonly kept: ReadonlySet<SnapshotResource>

  private constructor(
    feed: ObjectFeed,
    cluster: Cluster,
    editor: ClusterEditor,
    kept: ReadonlySet<SnapshotResource>,
  ) {
    this.feed = feed
    this.kept = kept
    this.cluster = cluster
    this.editor = editor
    this.mirrorEdits = new MirrorEdits(editor)
  }

  /** `kept`: of these kinds too the last that was told of each object is to be had. */
  static async read(
    api: ApiServer,
    options: ReadOptions,
    kept: readonly SnapshotResource[] = [],
  ): Promise<LiveReading> {
    const { feed, objects } = await ObjectFeed.list(api)
    const snapshot = Object.fromEntries(objects)
    const found = readEditableCluster({ snapshot, pods: [] }, options)
    if (!found.ok) throw new Error(`the cluster could not be read: ${JSON.stringify(found.error)}`)
    const allKept = new Set([...WRITTEN, ...kept])
    const mirror = new ClusterMirror(feed, found.value.cluster, found.value.editor, allKept)
    for (const [kind, items] of objects) {
      for (const object of items) mirror.keep(kind, 'ADDED', object)
    }
    return { mirror, pods: objects.get('pods') ?? [] }
  }

  /** Of pods that are gone some findings stay: after many edits the cluster should be read anew. */
  get isWorn(): boolean {
    return this.edited > EDITS_MAX
  }

  /** A pod as it is to be decided; null: it cannot be read. */
  take(pod: JsonObject): Pod | null {
    const taken = this.editor.takePods([this.expected.applied(pod)], ROOT)
    return taken.ok ? (taken.value[0]?.pod ?? null) : null
  }

  /** The last that was told of an object of a kind that is kept, by namespace/name or name. */
  object(kind: SnapshotResource, key: string): JsonObject | undefined {
    return this.objects.get(kind)?.get(key)
  }

  /** Where the API server has an object of a namespaced kind. */
  pathOf(kind: SnapshotResource, object: JsonObject): string {
    const path = this.feed.pathOf(kind)
    const at = path.lastIndexOf('/')
    return `${path.slice(0, at)}/namespaces/${namespaceOf(object)}${path.slice(at)}/${nameOf(object)}`
  }

  /** In which the API server tells of a kind; empty: it does not have it. */
  apiVersionOf(kind: SnapshotResource): string {
    return this.feed.pathOf(kind).split('/').slice(2, -1).join('/')
  }

  /** The object is again as the API server has it. */
  restore(kind: SnapshotResource, key: string): void {
    const object = this.object(kind, key)
    if (object !== undefined) this.put(kind, object)
  }

  /** Follows all kinds until `signal`; ends with an error when something was missed. */
  follow(signal: AbortSignal, onChange: OnChange): Promise<void> {
    return this.feed.follow(signal, (kind, type, object) => {
      const change = () => this.change(kind, type, object, onChange)
      if (this.held === null) change()
      else this.held.push(change)
    })
  }

  /** The nodes of the cluster stay as they are until it is let go, however long somebody looks. */
  hold(): () => void {
    this.held = []
    return () => {
      const held = this.held ?? []
      this.held = null
      for (const change of held) change()
    }
  }

  private change(
    kind: SnapshotResource,
    type: ChangeType,
    object: JsonObject,
    onChange: OnChange,
  ): void {
    if (kind === 'pods') this.expected.told(type, object)
    if (kind === 'resourceClaims') this.expectedClaims.told(type, object)
    this.keep(kind, type, object)
    if (type === 'DELETED') this.remove(kind, object)
    else if (!this.put(kind, object)) return
    onChange(kind, type, object)
    if (kind === 'nodes') this.waits.told(`nodes ${nameOf(object)}`)
    else if (WRITTEN.has(kind)) this.tellWaiting(kind, object)
  }

  private tellWaiting(kind: SnapshotResource, object: JsonObject): void {
    this.waits.told(`${kind} ${keyOf(kind, object)}`)
    // Who waits for a claim waits for its volume too.
    const { spec } = object
    const claim = kind === 'persistentVolumes' && isObject(spec) ? spec['claimRef'] : undefined
    if (isObject(claim)) {
      this.waits.told(`persistentVolumeClaims ${claim['namespace']}/${claim['name']}`)
    }
  }

  private keep(kind: SnapshotResource, type: ChangeType, object: JsonObject): void {
    if (!this.kept.has(kind)) return
    const kept = this.objects.get(kind) ?? new Map<string, JsonObject>()
    this.objects.set(kind, kept)
    if (type === 'DELETED') kept.delete(keyOf(kind, object))
    else kept.set(keyOf(kind, object), object)
  }

  /** False when nothing that scheduling reads changed. */
  put(kind: SnapshotResource, given: JsonObject): boolean {
    const object = readPartOf(kind, this.asExpected(kind, given))
    if (kind === 'nodes' && !this.isNewNode(object)) return false
    this.edited++
    this.mirrorEdits.add({ kind, object, isGone: false })
    return true
  }

  /** The cluster has it no longer, though nobody told. */
  drop(kind: SnapshotResource, { namespace, name }: { namespace: string; name: string }): void {
    this.mirrorEdits.add({ kind, object: { metadata: { namespace, name } }, isGone: true })
  }

  private asExpected(kind: SnapshotResource, object: JsonObject): JsonObject {
    if (kind === 'pods') return this.expected.applied(object)
    return kind === 'resourceClaims' ? this.expectedClaims.applied(object) : object
  }

  private remove(kind: SnapshotResource, object: JsonObject): void {
    if (kind === 'nodes') this.nodeTexts.delete(nameOf(object))
    this.mirrorEdits.add({ kind, object, isGone: true })
  }

  /** The cluster has all that was told; to be called before somebody looks. */
  flush(): void {
    this.mirrorEdits.flush()
  }

  private isNewNode(part: JsonObject): boolean {
    const text = JSON.stringify(part)
    if (this.nodeTexts.get(nameOf(part)) === text) return false
    this.nodeTexts.set(nameOf(part), text)
    return true
  }
}

function keyOf(kind: SnapshotResource, object: JsonObject): string {
  return kind === 'persistentVolumes' || kind === 'nodes' ? nameOf(object) : namespacedKey(object)
}
