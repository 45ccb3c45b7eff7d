import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { ApiServer, WatchEvent } from './api-server.ts'
import type { ChangeType, OnChange } from './change.ts'
import { pause } from './pause.ts'
import { PATHS } from './resources.ts'

const NOT_FOUND = 404
const PAGE_OBJECTS = 500
const RETRY_MS = 1000
/** The server ends a watch after some minutes by itself; it goes on where it was. */
const WATCH_SECONDS = 300

/** One kind as it was listed, and where its watch goes on. */
interface Listed {
  readonly kind: SnapshotResource
  readonly path: string
  /** Empty: the cluster does not serve the kind. */
  readonly version: string
}

export type ObjectsByKind = ReadonlyMap<SnapshotResource, readonly JsonObject[]>

/** What happens to the objects that scheduling reads, after they were listed. */
export class ObjectFeed {
  private readonly api: ApiServer
  private readonly listed: readonly Listed[]

  private constructor(api: ApiServer, listed: readonly Listed[]) {
    this.api = api
    this.listed = listed
  }

  /** The objects are whose that asks: who follows a cluster needs not hold all that was listed. */
  static async list(
    api: ApiServer,
  ): Promise<{ readonly feed: ObjectFeed; readonly objects: ObjectsByKind }> {
    const objects = new Map<SnapshotResource, readonly JsonObject[]>()
    // All end before one that failed is told: whoever reads again has no lists left under way.
    const ended = await Promise.allSettled(
      [...PATHS].map(async ([kind, paths]) => {
        const { items, ...at } = await listFirst(api, paths)
        objects.set(kind, items)
        return { kind, ...at }
      }),
    )
    const listed = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    return { feed: new ObjectFeed(api, listed), objects }
  }

  /** Where the cluster serves the kind; empty: nowhere. */
  pathOf(kind: SnapshotResource): string {
    return this.listed.find((one) => one.kind === kind)?.path ?? ''
  }

  /** Follows all kinds until `signal`; ends with an error when something was missed, or when `onChange` fails. */
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
      const status = await this.api.watch(`${path}?${query}`, signal, (event) => {
        at = take(kind, event, onChange) ?? at
      })
      if (status >= 400) throw new Error(`the watch of ${path} answers ${status}`)
      if (!signal.aborted && Date.now() - startedMs < RETRY_MS) await pause(RETRY_MS, signal)
    }
  }
}

/** The version that the event leaves the watch at, null for none. */
function take(
  kind: SnapshotResource,
  { type, object }: WatchEvent,
  onChange: OnChange,
): string | null {
  if (type === 'ERROR') throw new Error(`the watch of ${kind}: ${JSON.stringify(object)}`)
  if (!isObject(object)) return null
  if (isChange(type)) onChange(kind, type, object)
  return versionOf(object)
}

interface ListedPath {
  readonly path: string
  readonly items: readonly JsonObject[]
  readonly version: string
}

/** Of the first path that the cluster serves. */
async function listFirst(api: ApiServer, paths: readonly string[]): Promise<ListedPath> {
  for (const path of paths) {
    const found = await list(api, path)
    if (found !== null) return found
  }
  return { path: '', items: [], version: '' }
}

/** Null: the cluster does not serve it. */
async function list(api: ApiServer, path: string): Promise<ListedPath | null> {
  const items: JsonObject[] = []
  let version = ''
  let query = `limit=${PAGE_OBJECTS}`
  while (query !== '') {
    const { status, body } = await api.send('GET', `${path}?${query}`)
    if (status === NOT_FOUND) return null
    if (status !== 200 || !isObject(body)) throw new Error(`${path} answers ${status}`)
    if (Array.isArray(body['items'])) items.push(...body['items'].filter(isObject))
    version = textAt(body, 'metadata', 'resourceVersion')
    const next = textAt(body, 'metadata', 'continue')
    query = next === '' ? '' : `limit=${PAGE_OBJECTS}&continue=${encodeURIComponent(next)}`
  }
  return { path, items, version }
}

function isChange(type: string): type is ChangeType {
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED'
}

/** The version that an object leaves its watch at, null without one. */
function versionOf(object: JsonObject): string | null {
  return textAt(object, 'metadata', 'resourceVersion') || null
}
