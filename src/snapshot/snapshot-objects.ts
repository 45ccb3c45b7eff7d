import { Issues, type JsonPath, ROOT } from './json/json-path.ts'
import { SnapshotReader, type SnapshotSink } from './json/snapshot-reader.ts'
import { keyOfName, keyOfObject, kindOfKey, type ObjectKey } from './patch.ts'
import { SNAPSHOT_KIND_NAMES, type SnapshotResource } from './snapshot-resources.ts'

/** What a patch does: objects to replace where they stand or to come after all, others to leave out. */
export interface ObjectChanges {
  readonly put?: unknown
  readonly remove?: readonly ObjectKey[] | undefined
}

interface PutObject {
  readonly kind: SnapshotResource
  readonly key: string
  readonly value: unknown
}

/**
 * The objects of a snapshot by kind and key, each as it was read, so that a change costs what it
 * changes. Of objects of one key the last stays; whoever builds a cluster of them refuses such.
 */
export class SnapshotObjects implements SnapshotSink {
  private readonly kinds = new Map<SnapshotResource, Map<string, unknown>>()
  private whole: SnapshotArrays | null = null

  /** Of a snapshot in any form that was found to be right. */
  static of(snapshot: unknown): SnapshotObjects {
    const objects = new SnapshotObjects()
    new SnapshotReader(objects, new Issues(), Number.POSITIVE_INFINITY).read(snapshot, ROOT)
    return objects
  }

  markGiven(kind: SnapshotResource): void {
    this.ofKind(kind)
  }

  add(kind: SnapshotResource, value: unknown): void {
    this.ofKind(kind).set(keyOfObject(kind, value), value)
    this.whole = null
  }

  counts(): Partial<Record<SnapshotResource, number>> {
    const given = SNAPSHOT_KIND_NAMES.filter((kind) => this.kinds.has(kind))
    return Object.fromEntries(given.map((kind) => [kind, this.kinds.get(kind)?.size ?? 0]))
  }

  /** The snapshot as an object of arrays; later changes do not show in it. */
  toArrays(): SnapshotArrays {
    this.whole ??= Object.fromEntries(
      Array.from(this.kinds, ([kind, objects]) => [kind, [...objects.values()]]),
    )
    return this.whole
  }

  /** Changes all or, with issues, nothing. */
  change(
    { put, remove = [] }: ObjectChanges,
    path: JsonPath,
    issues: Issues,
    nodesMax: number,
  ): void {
    const given = new Set<SnapshotResource>()
    const puts = readPut(put, { path: path.at('put'), issues, given })
    const keys = new Set(puts.map(({ key }) => key))
    const removes = remove.flatMap((one, index) => {
      const at = path.at('remove').at(index)
      const kind = kindOfKey(one, at, issues)
      if (kind === null) return []
      const key = keyOfName(kind, one)
      if (keys.has(key)) issues.add(at, 'not-a-request', 'the patch puts this object as well')
      if (this.kinds.get(kind)?.has(key) !== true) {
        issues.add(at, 'not-a-request', 'the snapshot has no such object')
      }
      return [{ kind, key }]
    })
    const nodes = this.kinds.get('nodes') ?? new Map<string, unknown>()
    const isNode = ({ kind }: { readonly kind: SnapshotResource }) => kind === 'nodes'
    const added = puts.filter((one) => isNode(one) && !nodes.has(one.key)).length
    if (nodes.size + added - removes.filter(isNode).length > nodesMax) {
      issues.add(path, 'too-many', `more than ${nodesMax} nodes`)
    }
    if (issues.any) return
    for (const kind of given) this.ofKind(kind)
    for (const { kind, key } of removes) this.kinds.get(kind)?.delete(key)
    for (const { kind, key, value } of puts) this.ofKind(kind).set(key, value)
    this.whole = null
  }

  private ofKind(kind: SnapshotResource): Map<string, unknown> {
    let objects = this.kinds.get(kind)
    if (objects === undefined) {
      objects = new Map()
      this.kinds.set(kind, objects)
    }
    return objects
  }
}

export type SnapshotArrays = Readonly<Partial<Record<SnapshotResource, readonly unknown[]>>>

interface PutContext {
  readonly path: JsonPath
  readonly issues: Issues
  /** Takes the kinds that are there, if only as an empty list. */
  readonly given: Set<SnapshotResource>
}

function readPut(put: unknown, { path, issues, given }: PutContext): PutObject[] {
  const puts: PutObject[] = []
  if (put === undefined) return puts
  const seen = new Set<string>()
  const add = (kind: SnapshotResource, value: unknown, at: JsonPath) => {
    const key = keyOfObject(kind, value)
    if (seen.has(key)) issues.add(at, 'duplicate-object', 'the patch puts it twice')
    seen.add(key)
    puts.push({ kind, key, value })
  }
  const sink: SnapshotSink = { add, markGiven: (kind) => void given.add(kind) }
  new SnapshotReader(sink, issues, Number.POSITIVE_INFINITY).read(put, path)
  return puts
}
