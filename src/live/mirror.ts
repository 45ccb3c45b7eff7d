import type { Cluster } from '../snapshot/cluster.ts'
import type { ClusterEditor } from '../snapshot/edits/cluster-editor.ts'
import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { ROOT } from '../snapshot/json/json-path.ts'
import { nameOf, namespaceOf, textAt } from '../snapshot/json/raw-object.ts'
import { type ReadOptions, readEditableCluster } from '../snapshot/read.ts'
import { readPartOf } from '../snapshot/read-part.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ApiServer, WatchEvent } from './api-server.ts'
import type { ChangeType, OnChange } from './change.ts'
import { PodExpectations } from './pod-expectations.ts'
import { PATHS } from './resources.ts'

const NOT_FOUND = 404
const PAGE_OBJECTS = 500
const RETRY_MS = 1000
/** The server ends a watch after some minutes by itself; it goes on where it was. */
const WATCH_SECONDS = 300
const EDITS_MAX = 500_000

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
  private readonly api: ApiServer
  private readonly listed: readonly Listed[]
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
    this.listed = listed
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

  get edits(): ClusterEditor {
    return this.editor
  }

  /** All pods as they were listed. */
  get pods(): readonly JsonObject[] {
    return this.listed.find(({ kind }) => kind === 'pods')?.items ?? []
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
          at = this.take(kind, event, onChange) ?? at
        })
        .catch((error: unknown) => {
          if (error instanceof LostPlace) throw error
          return 0
        })
      if (status >= 400) throw new LostPlace(`the watch of ${path} answers ${status}`)
      if (!signal.aborted && Date.now() - startedMs < RETRY_MS) await pause(RETRY_MS)
    }
  }

  /** The version that the event leaves the watch at, null for none. */
  private take(kind: SnapshotResource, event: WatchEvent, onChange: OnChange): string | null {
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
    if (type === 'DELETED') this.remove(kind, object)
    else if (!this.put(kind, object)) return
    onChange(kind, type, object)
  }

  /**
   * False when nothing that scheduling reads changed. An object that cannot be read counts as absent:
   * one bad object must not stop all others.
   */
  put(kind: SnapshotResource, object: JsonObject): boolean {
    const part = readPartOf(kind, kind === 'pods' ? this.expected.applied(object) : object)
    if (kind === 'nodes' && !this.isNewNode(part)) return false
    this.countEdit()
    const edited = this.editor.apply({ path: ROOT, put: { [kind]: [part] } })
    if (!edited.ok) this.remove(kind, object)
    return true
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

  remove(kind: SnapshotResource, object: JsonObject): void {
    if (kind === 'nodes') this.nodeTexts.delete(nameOf(object))
    const [namespace, name] = [namespaceOf(object), nameOf(object)]
    this.editor.apply({ path: ROOT, remove: [{ kind: SNAPSHOT_RESOURCES[kind], namespace, name }] })
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

function isChange(type: string): type is ChangeType {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED'
}

/** The version that an object leaves its watch at, null without one. */
function versionOf(object: JsonObject): string | null {
  return textAt(object, 'metadata', 'resourceVersion') || null
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
