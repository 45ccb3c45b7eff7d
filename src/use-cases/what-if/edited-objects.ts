import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, type JsonPath, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespaceOf, objectOf } from '../../snapshot/json/raw-object.ts'
import { SnapshotReader, type SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import {
  keyOfName,
  keyOfObject,
  type ObjectKey,
  type PutObject,
  readPatch,
  type SnapshotPatch,
} from '../../snapshot/patch.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'

/** Names an object of a kind that snapshots have. */
export type ObjectName = Pick<ObjectKey, 'namespace' | 'name'>

/** What edits come to: a patch of the snapshot, and where each object that it puts comes from. */
export interface EditsPatch {
  /** Absent: nothing is edited. */
  readonly patch: SnapshotPatch | undefined
  /** Its objects. */
  readonly put: readonly PutObject[]
  /** The reader knows objects by their place in the patch: where they are in the request; null for all else. */
  readonly placeOf: (pointer: string) => string | null
}

const PATCH_PATH = ROOT.at('edited')

/**
 * The objects of a snapshot as edits leave them, each edit on top of the last. The snapshot is gone over
 * once, when the first edit asks for an object of it; what is wrong with it is for its reader to say.
 */
export class EditedObjects {
  private readonly snapshot: unknown
  /** Of the snapshot, by kind and key; empty until somebody asks. */
  private readonly given = new Map<SnapshotResource, Map<string, unknown>>()
  /** By key; null is an object that is gone. */
  private readonly edited = new Map<string, PutObject>()

  constructor(snapshot: unknown) {
    this.snapshot = snapshot
  }

  /** Null where there is none. */
  find(kind: SnapshotResource, name: ObjectName): JsonObject | null {
    const key = keyOfName(kind, name)
    const edited = this.edited.get(key)
    const value = edited === undefined ? this.givenOf(kind).get(key) : edited.value
    const object = objectOf(value)
    return isObject(object) ? object : null
  }

  /** All objects of a kind in their order, with their keys; pods may not be parsed yet. */
  *each(kind: SnapshotResource): Generator<readonly [string, unknown], void, void> {
    const given = this.givenOf(kind)
    for (const [key, value] of given) {
      const edited = this.edited.get(key)
      if (edited === undefined) yield [key, value]
      else if (edited.value !== null) yield [key, edited.value]
    }
    for (const [key, one] of this.edited) {
      if (one.kind === kind && one.value !== null && !given.has(key)) yield [key, one.value]
    }
  }

  isEdited(kind: SnapshotResource, value: unknown): boolean {
    return this.edited.has(keyOfObject(kind, value))
  }

  /** Takes the place of one of the same name. */
  put(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    this.edited.set(keyOfObject(kind, value), { kind, value, path })
  }

  remove(kind: SnapshotResource, name: ObjectName, path: JsonPath): void {
    this.edited.set(keyOfName(kind, name), { kind, value: null, path })
  }

  /** What is wrong with the patch is told by its place in it. */
  apply(patch: SnapshotPatch, issues: Issues): void {
    const { put, removed } = readPatch(patch, issues)
    for (const { kind, value, path } of put.values()) this.put(kind, value, path)
    for (const { kind, namespace, name, path } of removed.values()) {
      if (this.find(kind, { namespace, name }) === null) {
        issues.add(path, 'not-a-request', 'the snapshot has no such object')
      } else this.remove(kind, { namespace, name }, path)
    }
  }

  finish(): EditsPatch {
    const put: PutObject[] = []
    const byKind = new Map<string, PutObject[]>()
    const remove: ObjectKey[] = []
    for (const [key, one] of this.edited) {
      if (one.value !== null) {
        put.push(one)
        const list = byKind.get(one.kind) ?? []
        list.push(one)
        byKind.set(one.kind, list)
        continue
      }
      const given = this.givenOf(one.kind).get(key)
      if (given === undefined) continue
      const kind = SNAPSHOT_RESOURCES[one.kind]
      remove.push({ kind, namespace: namespaceOf(given), name: nameOf(given) })
    }
    const placeOf = (pointer: string): string | null => {
      const [, kind = '', index, rest = ''] =
        /^\/edited\/put\/(\w+)\/(\d+)(.*)$/.exec(pointer) ?? []
      const found = byKind.get(kind)?.[Number(index)]
      return found === undefined ? null : `${found.path.pointer}${rest}`
    }
    if (put.length + remove.length === 0) return { patch: undefined, put, placeOf }
    const arrays = [...byKind].map(
      ([kind, list]) => [kind, list.map(({ value }) => value)] as const,
    )
    return { patch: { path: PATCH_PATH, put: Object.fromEntries(arrays), remove }, put, placeOf }
  }

  private givenOf(kind: SnapshotResource): ReadonlyMap<string, unknown> {
    if (this.given.size === 0) this.readGiven()
    return this.given.get(kind) ?? new Map()
  }

  private readGiven(): void {
    const sink: SnapshotSink = {
      markGiven: () => {},
      add: (kind, value) => {
        const known = this.given.get(kind) ?? new Map<string, unknown>()
        this.given.set(kind, known.set(keyOfObject(kind, value), value))
      },
    }
    new SnapshotReader(sink, new Issues(), Number.POSITIVE_INFINITY).read(this.snapshot, ROOT)
    // An empty snapshot is gone over but once, too.
    if (this.given.size === 0) this.given.set('nodes', new Map())
  }
}
