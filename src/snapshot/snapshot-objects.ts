import { Issues, type JsonPath, ROOT } from './json/json-path.ts'
import { SnapshotReader, type SnapshotSink } from './json/snapshot-reader.ts'
import { keyOfObject, type ObjectKey, readPatch } from './patch.ts'
import { SNAPSHOT_KIND_NAMES, type SnapshotResource } from './snapshot-resources.ts'

/** What a patch does: objects to replace where they stand or to come after all, others to leave out. */
export interface ObjectChanges {
  readonly put?: unknown
  readonly remove?: readonly ObjectKey[] | undefined
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

  /**
   * Changes all or, with issues, nothing. Of a kind that the snapshot has not, one object says nothing
   * of the others: such are refused.
   */
  change(changes: ObjectChanges, path: JsonPath, issues: Issues, nodesMax: number): void {
    const { put, removed } = readPatch({ ...changes, path }, issues)
    for (const { kind, path: at } of put.values()) {
      if (!this.kinds.has(kind)) issues.add(at, 'not-a-request', wholeKindNeeded(kind))
    }
    for (const [key, { kind, path: at }] of removed) {
      if (this.kinds.get(kind)?.has(key) === true) continue
      issues.add(at, 'not-a-request', 'the snapshot has no such object')
    }
    const nodes = this.kinds.get('nodes') ?? new Map<string, unknown>()
    const isNode = ({ kind }: { readonly kind: SnapshotResource }) => kind === 'nodes'
    const added = [...put].filter(([key, one]) => isNode(one) && !nodes.has(key)).length
    const gone = [...removed.values()].filter(isNode).length
    if (nodes.size + added - gone > nodesMax) {
      issues.add(path, 'too-many', `more than ${nodesMax} nodes`)
    }
    if (issues.any) return
    for (const [key, { kind }] of removed) this.kinds.get(kind)?.delete(key)
    for (const [key, { kind, value }] of put) this.kinds.get(kind)?.set(key, value)
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

function wholeKindNeeded(kind: SnapshotResource): string {
  return `the snapshot has no ${kind}; put it anew with all of them, if only as an empty list`
}
