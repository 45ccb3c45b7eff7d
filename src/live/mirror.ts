import type { Cluster } from '../snapshot/cluster.ts'
import type { ClusterEditor } from '../snapshot/edits/cluster-editor.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { ROOT } from '../snapshot/json/json-path.ts'
import { nameOf, namespacedKey, textAt } from '../snapshot/json/raw-object.ts'
import type { Pod } from '../snapshot/pods/pod.ts'
import { type ReadOptions, readEditableCluster } from '../snapshot/read.ts'
import { readPartOf } from '../snapshot/read-part.ts'
import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ApiServer, WatchEvent } from './api-server.ts'
import type { ChangeType, OnChange } from './change.ts'
import { ClaimExpectations } from './claim-expectations.ts'
import { MirrorEdits } from './mirror-edits.ts'
import { pause } from './pause.ts'
import { PodExpectations } from './pod-expectations.ts'
import { PATHS } from './resources.ts'
import { Waits } from './waits.ts'

const NOT_FOUND = 404
const PAGE_OBJECTS = 500
const RETRY_MS = 1000
/** The server ends a watch after some minutes by itself; it goes on where it was. */
const WATCH_SECONDS = 300
const EDITS_MAX = 500_000

/** Kinds that are written to: the last that was told of each object is kept. */
const WRITTEN: ReadonlySet<SnapshotResource> = new Set([
  'persistentVolumes',
  'persistentVolumeClaims',
  'resourceClaims',
])

interface Listed {
  readonly kind: SnapshotResource
  readonly path: string
  readonly items: readonly JsonObject[]
  readonly version: string
}

/** A watch that lost its place: the cluster must be read anew. */
class LostPlace extends Error {}

/** The live cluster in columns: listed once, then kept up to date by what the API server tells. */
export class ClusterMirror {
  readonly cluster: Cluster
  /** What is decided of pods and not told yet. */
  readonly expected: PodExpectations = new PodExpectations()
  private readonly editor: ClusterEditor
  private readonly mirrorEdits: MirrorEdits
  private readonly api: ApiServer
  private readonly listed: readonly Listed[]
  readonly expectedClaims: ClaimExpectations = new ClaimExpectations()
  readonly waits: Waits = new Waits()
  /** The last that was told of objects that are written to. */
  private readonly objects = new Map<SnapshotResource, Map<string, JsonObject>>()
  /** What was read of each node: most of what is told of nodes is that they live. */
  private readonly nodeTexts = new Map<string, string>()
  private edited = 0

  private constructor(
    api: ApiServer,
    cluster: Cluster,
    editor: ClusterEditor,
    listed: readonly Listed[],
  ) {
    this.api = api
    this.cluster = cluster
    this.editor = editor
    this.mirrorEdits = new MirrorEdits(editor)
    this.listed = listed
    for (const { kind, items } of listed) {
      for (const object of items) this.keep(kind, 'ADDED', object)
    }
  }

  static async read(api: ApiServer, options: ReadOptions): Promise<ClusterMirror> {
    // All end before one that failed is told: whoever reads again has no lists left under way.
    const ended = await Promise.allSettled(PATHS.map(([kind, path]) => list(api, kind, path)))
    const all = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    const snapshot = Object.fromEntries(all.map(({ kind, items }) => [kind, items]))
    const found = readEditableCluster({ snapshot, pods: [] }, options)
    if (!found.ok) throw new Error(`the cluster could not be read: ${JSON.stringify(found.error)}`)
    return new ClusterMirror(api, found.value.cluster, found.value.editor, all)
  }

  /** A pod as it is to be decided; null: it cannot be read. */
  take(pod: JsonObject): Pod | null {
    const taken = this.editor.takePods([this.expected.applied(pod)], ROOT)
    return taken.ok ? (taken.value[0]?.pod ?? null) : null
  }

  /** All pods as they were listed. */
  get pods(): readonly JsonObject[] {
    return this.listed.find(({ kind }) => kind === 'pods')?.items ?? []
  }

  /** The last that was told of an object of WRITTEN, by namespace/name or name. */
  object(kind: SnapshotResource, key: string): JsonObject | undefined {
    return this.objects.get(kind)?.get(key)
  }

  /** The object is again as the API server has it. */
  restore(kind: SnapshotResource, key: string): void {
    const object = this.object(kind, key)
    if (object !== undefined) this.put(kind, object)
  }

  /** Follows all kinds until `signal`; ends with an error when something was missed. */
  async follow(signal: AbortSignal, onChange: OnChange): Promise<void> {
    await Promise.all(this.listed.map((one) => this.followKind(one, signal, onChange)))
  }

  private async followKind(
    { kind, path, version }: Listed,
    signal: AbortSignal,
    onChange: OnChange,
  ): Promise<void> {
    // What the cluster does not serve cannot be watched.
    if (version === '') return
    let at = version
    while (!signal.aborted) {
      const startedMs = Date.now()
      const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${WATCH_SECONDS}&resourceVersion=${at}`
      const status = await this.api
        .watch(`${path}?${query}`, signal, (event) => {
          at = this.takeEvent(kind, event, onChange) ?? at
        })
        .catch((error: unknown) => {
          if (error instanceof LostPlace) throw error
          return 0
        })
      if (status >= 400) throw new LostPlace(`the watch of ${path} answers ${status}`)
      if (!signal.aborted && Date.now() - startedMs < RETRY_MS) await pause(RETRY_MS, signal)
    }
  }

  /** The version that the event leaves the watch at, null for none. */
  private takeEvent(kind: SnapshotResource, event: WatchEvent, onChange: OnChange): string | null {
    const { type, object } = event
    if (type === 'ERROR') throw new LostPlace(`the watch of ${kind}: ${JSON.stringify(object)}`)
    if (!isObject(object)) return null
    if (isChange(type)) this.change(kind, type, object, onChange)
    return versionOf(object)
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
    if (!WRITTEN.has(kind)) return
    const kept = this.objects.get(kind) ?? new Map<string, JsonObject>()
    this.objects.set(kind, kept)
    if (type === 'DELETED') kept.delete(keyOf(kind, object))
    else kept.set(keyOf(kind, object), object)
  }

  /** False when nothing that scheduling reads changed. */
  put(kind: SnapshotResource, given: JsonObject): boolean {
    const object = readPartOf(kind, this.asExpected(kind, given))
    if (kind === 'nodes' && !this.isNewNode(object)) return false
    this.countEdit()
    this.mirrorEdits.add({ kind, object, isGone: false })
    return true
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

  /** Of pods that are gone some findings stay; once in a while all is read anew. */
  private countEdit(): void {
    if (++this.edited > EDITS_MAX) throw new LostPlace('many edits have come together')
  }
}

async function list(api: ApiServer, kind: SnapshotResource, path: string): Promise<Listed> {
  const items: JsonObject[] = []
  let version = ''
  let query = `limit=${PAGE_OBJECTS}`
  while (query !== '') {
    const { status, body } = await api.send('GET', `${path}?${query}`)
    if (status === NOT_FOUND) return { kind, path, items: [], version: '' }
    if (status !== 200 || !isObject(body)) throw new Error(`${path} answers ${status}`)
    if (Array.isArray(body['items'])) items.push(...body['items'].filter(isObject))
    version = textAt(body, 'metadata', 'resourceVersion')
    const next = textAt(body, 'metadata', 'continue')
    query = next === '' ? '' : `limit=${PAGE_OBJECTS}&continue=${encodeURIComponent(next)}`
  }
  return { kind, path, items, version }
}

function keyOf(kind: SnapshotResource, object: JsonObject): string {
  return kind === 'persistentVolumes' ? nameOf(object) : namespacedKey(object)
}

function isChange(type: string): type is ChangeType {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED'
}

/** The version that an object leaves its watch at, null without one. */
function versionOf(object: JsonObject): string | null {
  return textAt(object, 'metadata', 'resourceVersion') || null
}
