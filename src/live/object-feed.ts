import { isObject, type JsonObject } from '../snapshot/json/fields.ts'
import { textAt } from '../snapshot/json/raw-object.ts'
import type { SnapshotResource } from '../snapshot/snapshot-resources.ts'
import type { ApiServer, WatchEvent } from './api-server.ts'
import type { ChangeType, OnChange } from './change.ts'
import { pause } from './pause.ts'
import { PATHS } from './resources.ts'

const NOT_FOUND = 404
const PAGE_OBJECTS = 500
const RETRY_MS = 1000
/** The server ends a watch after some minutes by itself; it goes on where it was. */
const WATCH_SECONDS = 300

export interface Listed {
  readonly kind: SnapshotResource
  readonly path: string
  readonly items: readonly JsonObject[]
  /** Empty: the cluster does not serve the kind. */
  readonly version: string
}

/** A watch that lost its place: the cluster must be read anew. */
export class LostPlace extends Error {}

/** All objects that scheduling reads, as they were listed, and then what happens to them. */
export class ObjectFeed {
  readonly listed: readonly Listed[]
  private readonly api: ApiServer

  private constructor(api: ApiServer, listed: readonly Listed[]) {
    this.api = api
    this.listed = listed
  }

  static async list(api: ApiServer): Promise<ObjectFeed> {
    // All end before one that failed is told: whoever reads again has no lists left under way.
    const ended = await Promise.allSettled(PATHS.map(([kind, path]) => list(api, kind, path)))
    const all = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    return new ObjectFeed(api, all)
  }

  /** By kind, each as an array of a snapshot. */
  snapshot(): { readonly [kind: string]: readonly JsonObject[] } {
    return Object.fromEntries(this.listed.map(({ kind, items }) => [kind, items]))
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
      if (!signal.aborted && Date.now() - startedMs < RETRY_MS) await pause(RETRY_MS, signal)
    }
  }

  /** The version that the event leaves the watch at, null for none. */
  private take(kind: SnapshotResource, event: WatchEvent, onChange: OnChange): string | null {
    const { type, object } = event
    if (type === 'ERROR') throw new LostPlace(`the watch of ${kind}: ${JSON.stringify(object)}`)
    if (!isObject(object)) return null
    if (isChange(type)) onChange(kind, type, object)
    return versionOf(object)
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
