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

/** A pod to decide. */
export interface DecidedPod {
  readonly pod: unknown
  /** What of the request it comes from, */
  readonly path: JsonPath
  /** and where in that the pod or its template is; null: it is one of the snapshot. */
  readonly below: string | null
  /** One of those that a DaemonSet has on each node. */
  readonly isDaemon: boolean
  /** Whether the request gives it, or an edit makes it one to decide. */
  readonly because: 'given' | 'pendingAgain' | 'created'
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
  /** By key; the snapshot's own copies of these do not count. */
  private readonly decided = new Map<string, DecidedPod>()

  constructor(snapshot: unknown) {
    this.snapshot = snapshot
  }

  /** Null where there is none. */
  find(kind: SnapshotResource, name: ObjectName): JsonObject | null {
    const key = keyOfName(kind, name)
    const edited = this.decided.get(key)?.pod ?? this.edited.get(key)?.value
    const object = objectOf(edited === undefined ? this.givenOf(kind).get(key) : edited)
    return isObject(object) ? object : null
  }

  has(kind: SnapshotResource, name: ObjectName): boolean {
    return this.find(kind, name) !== null
  }

  /** Whether there is an object of this one's name. */
  isThere(kind: SnapshotResource, value: unknown): boolean {
    return this.has(kind, { namespace: namespaceOf(value), name: nameOf(value) })
  }

  /** All objects of a kind in their order, with their keys; pods may not be parsed yet. */
  *each(kind: SnapshotResource): Generator<readonly [string, unknown], void, void> {
    const given = this.givenOf(kind)
    for (const [key, value] of given) {
      const edited = this.decided.get(key)?.pod ?? this.edited.get(key)?.value
      if (edited !== null) yield [key, edited ?? value]
    }
    for (const [key, one] of this.edited) {
      const isNew = one.kind === kind && one.value !== null && !given.has(key)
      if (isNew && !this.decided.has(key)) yield [key, one.value]
    }
    if (kind !== 'pods') return
    for (const [key, { pod }] of this.decided) if (!given.has(key)) yield [key, pod]
  }

  /** The pods to decide, as they are after all edits. */
  podsToDecide(order: readonly DecidedPod['because'][]): readonly DecidedPod[] {
    const all = [...this.decided.values()]
    return order.flatMap((because) => all.filter((one) => one.because === because))
  }

  decidedPod(pod: ObjectName): DecidedPod | null {
    return this.decided.get(keyOfName('pods', pod)) ?? null
  }

  /** One that is given stays where it is given. The number of pods to decide. */
  decide(pod: DecidedPod): number {
    const key = keyOfObject('pods', pod.pod)
    const given = this.decided.get(key)
    this.decided.set(key, given?.because === 'given' ? { ...given, pod: pod.pod } : pod)
    return this.decided.size
  }

  isEdited(kind: SnapshotResource, value: unknown): boolean {
    return this.edited.has(keyOfObject(kind, value))
  }

  /** Takes the place of one of the same name. */
  put(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    const key = keyOfObject(kind, value)
    const decided = this.decided.get(key)
    if (decided === undefined) this.edited.set(key, { kind, value, path })
    else this.decided.set(key, { ...decided, pod: value })
  }

  remove(kind: SnapshotResource, name: ObjectName, path: JsonPath): void {
    const key = keyOfName(kind, name)
    this.decided.delete(key)
    this.edited.set(key, { kind, value: null, path })
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
